package org.eeoutbox.operations;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eeoutbox.OutboxMessage;

/** What to put in the place of an event's content. What is not named stays. Immutable. */
public final class Repair {

    private static final Repair NOTHING = new Repair(false, null, null, null);

    private final boolean payloadChanges;
    private final byte[] payload;
    private final String contentType;
    private final Map<String, String> headers;

    private Repair(boolean payloadChanges, byte[] payload, String contentType, Map<String, String> headers) {
        this.payloadChanges = payloadChanges;
        this.payload = payload;
        this.contentType = contentType;
        this.headers = headers;
    }

    /**
     * Another payload.
     *
     * @param payload the exact bytes to publish; copied
     * @return to be completed
     */
    public static Repair payload(byte[] payload) {
        return new Repair(true, payload.clone(), null, null);
    }

    /**
     * No payload.
     *
     * @return to be completed
     */
    public static Repair tombstone() {
        return new Repair(true, null, null, null);
    }

    /**
     * Other headers alone, such as for a row whose headers cannot be read.
     *
     * @param headers all headers that the event shall have; may be empty
     * @return to be completed
     * @throws org.eeoutbox.OutboxMessageException if a header is not acceptable
     */
    public static Repair headers(Map<String, String> headers) {
        return NOTHING.withHeaders(headers);
    }

    /**
     * Another media type too.
     *
     * @param contentType such as {@code application/json}
     * @return a repair that does this as well
     * @throws org.eeoutbox.OutboxMessageException if it is not acceptable
     */
    public Repair withContentType(String contentType) {
        OutboxMessage checked = OutboxMessage.about("repaired", "repaired")
                .type("repaired")
                .contentType(contentType)
                .build();
        return new Repair(payloadChanges, payload, checked.contentType(), headers);
    }

    /**
     * Other headers too.
     *
     * @param headers all headers that the event shall have; may be empty
     * @return a repair that does this as well
     * @throws org.eeoutbox.OutboxMessageException if a header is not acceptable
     */
    public Repair withHeaders(Map<String, String> headers) {
        OutboxMessage.Builder checked = OutboxMessage.about("repaired", "repaired");
        requireNonNull(headers, "headers").forEach(checked::header);
        return new Repair(payloadChanges, payload, contentType, Collections.unmodifiableMap(new TreeMap<>(headers)));
    }

    /**
     * Whether there is another payload, or none from now on.
     *
     * @return {@code false} if the payload stays
     */
    public boolean payloadChanges() {
        return payloadChanges;
    }

    /**
     * The new payload.
     *
     * @return a copy; empty for a tombstone, or if the payload stays
     */
    public Optional<byte[]> payload() {
        return Optional.ofNullable(payload).map(byte[]::clone);
    }

    /**
     * The new media type.
     *
     * @return empty if it stays
     */
    public Optional<String> contentType() {
        return Optional.ofNullable(contentType);
    }

    /**
     * The new headers.
     *
     * @return unmodifiable; empty if they stay
     */
    public Optional<Map<String, String>> headers() {
        return Optional.ofNullable(headers);
    }
}
