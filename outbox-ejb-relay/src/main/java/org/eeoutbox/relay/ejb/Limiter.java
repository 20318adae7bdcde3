package org.eeoutbox.relay.ejb;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Lets one message of each kind through per minute and counts the others. Safe for use by several threads. */
final class Limiter {

    private static final long QUIET_NANOS = 60_000_000_000L;

    private final LongSupplier clock;
    private final Map<String, Kind> kinds = new ConcurrentHashMap<>();

    /** A kind's last message, and how many were held back since. */
    private static final class Kind {
        private boolean spoke;
        private long last;
        private long heldBack;
    }

    Limiter(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Whether a message of this kind may be logged.
     *
     * @param name the kind; from a small set
     * @return what to append to the message; {@code null} if it is held back
     */
    String admit(String name) {
        Kind kind = kinds.computeIfAbsent(name, ignored -> new Kind());
        synchronized (kind) {
            long now = clock.getAsLong();
            if (kind.spoke && now - kind.last < QUIET_NANOS) {
                kind.heldBack++;
                return null;
            }
            String more = kind.heldBack == 0 ? "" : " (and " + kind.heldBack + " more since the last such message)";
            kind.spoke = true;
            kind.last = now;
            kind.heldBack = 0;
            return more;
        }
    }
}
