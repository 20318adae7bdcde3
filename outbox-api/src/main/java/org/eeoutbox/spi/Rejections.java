package org.eeoutbox.spi;

import java.util.function.Consumer;

/**
 * How many events capture has refused inside {@code fire} or {@code append} since the application started. A CDI bean
 * of capture, for whoever exports metrics; safe for use by several threads.
 */
public interface Rejections {

    /** Why an event was refused. */
    enum Reason {
        /** There was no transaction that could have taken it. */
        TRANSACTION,
        /** Its payload was too large, or could not be made. */
        PAYLOAD,
        /** Something else about the event: no aggregate id, an unknown channel, a text that is too long. */
        MESSAGE,
        /** The application could not take it: its class is marked wrongly, or the outbox had not started. */
        CONFIGURATION
    }

    /**
     * The number of events refused for one reason.
     *
     * @param reason which
     * @return from 0; only grows
     */
    long count(Reason reason);

    /**
     * Asks to be told of every refusal, those that were counted before included.
     *
     * @param listener called inside {@code fire}, by several threads; what it throws reaches the caller of
     *     {@code fire}
     */
    void listen(Consumer<Reason> listener);
}
