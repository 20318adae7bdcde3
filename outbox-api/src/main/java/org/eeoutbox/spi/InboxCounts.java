package org.eeoutbox.spi;

import java.util.Set;

/**
 * What the inbox of this application has met since it started, for whoever exports metrics. A CDI bean of the inbox;
 * safe for use by several threads.
 */
public interface InboxCounts {

    /**
     * What became of a delivery, or was wrong with it. Each delivery counts once as {@link #PROCESSED},
     * {@link #UNORDERED_DUPLICATE}, {@link #REPEAT}, {@link #LATE_DUPLICATE}, {@link #REJECTED} or {@link #FAILED};
     * {@link #GAP} and {@link #INVERSION} count beside that.
     */
    enum Kind {
        /** The effect happened and was committed. */
        PROCESSED,
        /** Skipped: an event that was processed before, of which it is not known what has come since. */
        UNORDERED_DUPLICATE,
        /** Skipped: the last event of its aggregate once more. */
        REPEAT,
        /** Skipped: an event that was processed before and comes again after later ones of its aggregate. */
        LATE_DUPLICATE,
        /** An event between this one and the last one of its aggregate has not come. */
        GAP,
        /** An event that had not come before comes after later ones of its aggregate. */
        INVERSION,
        /** Refused by the consumer's policy because of a gap or an inversion. */
        REJECTED,
        /** The work, or the transaction, failed; the delivery comes again. */
        FAILED
    }

    /**
     * The consumers of this application.
     *
     * @return the names in {@code @Idempotent}, and those that have called {@code Inbox.process} so far
     */
    Set<String> consumers();

    /**
     * How often something has happened to one consumer.
     *
     * @param consumer its name
     * @param kind what
     * @return from 0, also for an unknown consumer; only grows
     */
    long count(String consumer, Kind kind);
}
