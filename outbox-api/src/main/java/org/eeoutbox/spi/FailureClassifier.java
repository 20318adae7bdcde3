package org.eeoutbox.spi;

import org.eeoutbox.OutboxEvent;

/**
 * Says what a failed send means. A CDI bean of this type in the application is asked before the relay's own rules,
 * which know Kafka's, JMS's and Java's exceptions. Called on the relay's threads, by several of them at once; an
 * exception counts as {@link Trouble#UNKNOWN}.
 */
@FunctionalInterface
public interface FailureClassifier {

    /** Whose fault a failure is. */
    enum Trouble {
        /** The broker's, the network's or the configuration's. The channel pauses; no attempt is counted. */
        CHANNEL,
        /** The event's, but it may pass another time. Counts as an attempt. */
        EVENT,
        /** The event's, and no other attempt would help. It goes into quarantine at once. */
        PERMANENT,
        /**
         * Not to be told from the exception. The event's, if the channel has confirmed other events between two of its
         * failures, otherwise the channel's.
         */
        UNKNOWN
    }

    /**
     * Sorts one failure.
     *
     * @param event what was sent
     * @param cause what the channel answered
     * @return whose fault it is, not null; {@link Trouble#UNKNOWN} leaves the decision to the relay
     */
    Trouble classify(OutboxEvent event, Throwable cause);
}
