package org.eeoutbox.jpa.inbox;

import java.util.OptionalLong;
import org.eeoutbox.ReceivedEvent.Position;

/**
 * How a delivery stands to those before it. Numbers may be missing for good, as those of skipped events are; only the
 * number that an event names as its predecessor's tells whether one is still to come.
 */
enum Arrival {
    /** New, and nothing is known that should have come before or after it. */
    IN_ORDER,
    /** New, and its predecessor has not come. */
    GAP,
    /** New, and later ones have come before it. */
    INVERSION,
    /** Known, and the last one. */
    REPEAT,
    /** Known, and later ones have come since. */
    LATE_DUPLICATE,
    /** Known, and nothing more. */
    UNORDERED_DUPLICATE;

    /**
     * Places an event that had not come before.
     *
     * @param last the highest number that has; empty for the first event of the aggregate, when a consumer may have
     *     started in the middle
     */
    static Arrival ofNew(Position position, OptionalLong last) {
        if (last.isEmpty()) {
            return IN_ORDER;
        }
        if (position.sequence() <= last.getAsLong()) {
            return INVERSION;
        }
        return position.previousSequence().orElse(0) > last.getAsLong() ? GAP : IN_ORDER;
    }

    /** Places an event that was processed before. */
    static Arrival ofKnown(Position position, OptionalLong last) {
        if (last.isEmpty()) {
            return UNORDERED_DUPLICATE;
        }
        return position.sequence() < last.getAsLong() ? LATE_DUPLICATE : REPEAT;
    }

    boolean isDuplicate() {
        return this == REPEAT || this == LATE_DUPLICATE || this == UNORDERED_DUPLICATE;
    }

    boolean isOutOfOrder() {
        return this == GAP || this == INVERSION;
    }
}
