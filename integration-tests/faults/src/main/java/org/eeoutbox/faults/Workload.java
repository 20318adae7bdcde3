package org.eeoutbox.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.eeoutbox.faults.Write.Answer;
import org.eeoutbox.faults.Write.Event;

/** What one client asks for, one transaction after the other; the same seed asks for the same. Used by one thread. */
final class Workload {

    static final String LEDGER = "ledger";
    static final String NOTES = "notes";

    private static final int MOST_LINES = 5;

    /** A text of this many characters becomes larger than the broker takes, and smaller than the outbox does. */
    private static final int TEXT = 100;

    /** In every payload; no log may hold it. */
    static final String MARKER = "in-every-payload-4b1d";

    private static final int TIMES_TOO_LARGE = 4_000;

    private final SplittableRandom random;
    private final String prefix;
    private final List<String> accounts;
    private final int refusedPerMillion;
    private int writes;

    /**
     * One transaction to ask for.
     *
     * @param write what it is, with no answer yet
     * @param json how to ask for it
     * @param commits whether it is to commit
     */
    record Request(Write write, String json, boolean commits) {
        Write answered(Answer answer) {
            return new Write(write.id(), answer, write.events());
        }
    }

    /**
     * A client's work.
     *
     * @param seed of its own
     * @param prefix of the keys
     * @param accounts the first of them are the busiest
     * @param refusedPerMillion how many of a million events are too large for the broker
     */
    Workload(long seed, String prefix, List<String> accounts, int refusedPerMillion) {
        this.random = new SplittableRandom(seed);
        this.prefix = prefix;
        this.accounts = List.copyOf(accounts);
        this.refusedPerMillion = refusedPerMillion;
    }

    Request next() {
        String id = prefix + writes++;
        String ending =
                switch (random.nextInt(20)) {
                    case 0 -> "throw";
                    case 1 -> "mark";
                    default -> "commit";
                };
        List<Event> events = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        int count = 1 + random.nextInt(MOST_LINES);
        for (int i = 0; i < count; i++) {
            line(id + "-" + i, events, lines);
        }
        String json =
                "{\"ending\":\"" + ending + "\",\"lines\":[" + lines.stream().collect(Collectors.joining(",")) + "]}";
        return new Request(new Write(id, Answer.UNKNOWN, events), json, ending.equals("commit"));
    }

    private void line(String key, List<Event> events, List<String> lines) {
        // The smaller of two is more often small: some accounts are written by many at the same time.
        String account = accounts.get(Math.min(random.nextInt(accounts.size()), random.nextInt(accounts.size())));
        String kind =
                switch (random.nextInt(10)) {
                    case 0, 1 -> "seen";
                    case 2, 3, 4 -> "noted";
                    default -> "posted";
                };
        boolean refused = random.nextInt(1_000_000) < refusedPerMillion;
        String text = text();
        int times = refused ? TIMES_TOO_LARGE : 1;
        events.add(new Event(
                key,
                new Stream(kind.equals("noted") ? NOTES : LEDGER, account),
                !kind.equals("seen"),
                refused,
                Payloads.digest(Payloads.of(account, key, text.repeat(times)))));
        lines.add(String.format(
                Locale.ROOT,
                "{\"key\":\"%s\",\"kind\":\"%s\",\"account\":\"%s\",\"text\":\"%s\",\"times\":%d}",
                key,
                kind,
                account,
                text,
                times));
    }

    private String text() {
        StringBuilder text = new StringBuilder("é 漢 🎉 ").append(MARKER).append(' ');
        while (text.length() < TEXT) {
            text.append(Character.forDigit(random.nextInt(36), 36));
        }
        return text.toString();
    }
}
