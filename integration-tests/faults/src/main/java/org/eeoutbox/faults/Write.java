package org.eeoutbox.faults;

import java.util.List;

/**
 * A business transaction that a client has asked for.
 *
 * @param id unlike any other
 * @param answer what the client was told
 * @param events what it was to fire, in this order
 */
record Write(String id, Answer answer, List<Event> events) {

    /** What a client knows of its transaction. */
    enum Answer {
        COMMITTED,
        ROLLED_BACK,
        /** No answer came, or one that does not say. */
        UNKNOWN
    }

    /**
     * An event.
     *
     * @param key unlike any other; it is also the key of a business row of the same transaction
     * @param stream channel and aggregate
     * @param ordered whether it has a place in its stream
     * @param refused whether the broker cannot take it as it is
     * @param digest of its payload
     */
    record Event(String key, Stream stream, boolean ordered, boolean refused, String digest) {}

    Write {
        events = List.copyOf(events);
    }
}
