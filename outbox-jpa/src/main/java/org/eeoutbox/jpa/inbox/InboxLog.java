package org.eeoutbox.jpa.inbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Logs what is wrong with deliveries: of each consumer and kind one message a minute, with the number of those that it
 * stands for. The inbox has the ids from 300 to 349. Safe for use by several threads.
 */
final class InboxLog {

    private static final Logger LOGGER = System.getLogger("org.eeoutbox.inbox");
    private static final long QUIET_NANOS = 60_000_000_000L;

    private final LongSupplier nanoClock;
    private final Map<String, Map<Arrival, Silence>> silences = new ConcurrentHashMap<>();

    private static final class Silence {
        private boolean begun;
        private long since;
        private long heldBack;
    }

    InboxLog(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** A setting that is allowed, but not good. */
    static void warn(String sentence) {
        LOGGER.log(Level.WARNING, "OUTBOX-310 {0}", sentence);
    }

    /** Duplicates are what the inbox is for: nobody has to act on them. */
    void arrived(Arrival arrival, String consumer, String sentence) {
        switch (arrival) {
            case GAP -> log(Level.WARNING, 301, arrival, consumer, sentence);
            case INVERSION -> log(Level.WARNING, 302, arrival, consumer, sentence);
            case LATE_DUPLICATE -> log(Level.INFO, 303, arrival, consumer, sentence);
            case REPEAT -> LOGGER.log(Level.DEBUG, "OUTBOX-304 {0}", sentence);
            case UNORDERED_DUPLICATE -> LOGGER.log(Level.DEBUG, "OUTBOX-305 {0}", sentence);
            case IN_ORDER -> {
                // as it should be
            }
        }
    }

    private void log(Level level, int id, Arrival arrival, String consumer, String sentence) {
        String more = admit(arrival, consumer);
        if (more != null) {
            LOGGER.log(level, "OUTBOX-" + id + " {0}{1}", sentence, more);
        }
    }

    private String admit(Arrival arrival, String consumer) {
        Silence silence = silences.computeIfAbsent(consumer, name -> all()).get(arrival);
        synchronized (silence) {
            long now = nanoClock.getAsLong();
            if (silence.begun && now - silence.since < QUIET_NANOS) {
                silence.heldBack++;
                return null;
            }
            String more =
                    silence.heldBack == 0 ? "" : " (and " + silence.heldBack + " more since the last such message)";
            silence.begun = true;
            silence.since = now;
            silence.heldBack = 0;
            return more;
        }
    }

    private static Map<Arrival, Silence> all() {
        Map<Arrival, Silence> all = new EnumMap<>(Arrival.class);
        for (Arrival arrival : Arrival.values()) {
            all.put(arrival, new Silence());
        }
        return all;
    }
}
