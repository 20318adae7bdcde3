package org.eeoutbox.spi;

/**
 * Turns an event object into the exact bytes that are stored and published. The default writes JSON by JSON-B, records
 * included; a CDI bean of this type with the scope {@code @ApplicationScoped} takes its place.
 *
 * <p>Called inside {@code fire}, on the caller's thread and in its transaction; must be safe for use by several
 * threads and must not touch the transaction.
 */
public interface PayloadSerializer {

    /**
     * The media type of what {@link #serialize(Object)} makes.
     *
     * @return such as {@code "application/json"}
     */
    String contentType();

    /**
     * Writes one event.
     *
     * @param event the object that was fired
     * @return its bytes; {@code null} for a tombstone
     * @throws RuntimeException if the event has no such form; the caller of {@code fire} gets it as the cause of an
     *     {@link org.eeoutbox.OutboxPayloadException}
     */
    byte[] serialize(Object event);
}
