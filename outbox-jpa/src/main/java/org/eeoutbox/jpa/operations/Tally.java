package org.eeoutbox.jpa.operations;

import java.util.Map;
import java.util.TreeMap;
import org.eeoutbox.operations.BulkOutcome;

/** Counts while many events are worked on. Not thread-safe. */
final class Tally {

    private long matched;
    private long done;
    private final Map<String, Long> passedOver = new TreeMap<>();

    void done(long count) {
        matched += count;
        done += count;
    }

    void passedOver(String reason, long count) {
        if (count > 0) {
            matched += count;
            passedOver.merge(reason, count, Long::sum);
        }
    }

    void add(BulkOutcome other) {
        done(other.done());
        other.passedOver().forEach(this::passedOver);
    }

    BulkOutcome outcome() {
        return new BulkOutcome(matched, done, passedOver);
    }
}
