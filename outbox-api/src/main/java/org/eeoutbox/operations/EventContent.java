package org.eeoutbox.operations;

import java.util.Optional;

/** What an event carries, exactly as it is stored: it need not be what a reader expects. */
public final class EventContent {

    private final String contentType;
    private final byte[] payload;
    private final String headers;

    /**
     * Content as it is stored.
     *
     * @param contentType the media type of the payload
     * @param payload the bytes; copied; {@code null} for a tombstone
     * @param headers the column as it is; {@code null} if there are none
     */
    public EventContent(String contentType, byte[] payload, String headers) {
        this.contentType = contentType;
        this.payload = payload == null ? null : payload.clone();
        this.headers = headers;
    }

    /**
     * The media type of the payload.
     *
     * @return such as {@code application/json}
     */
    public String contentType() {
        return contentType;
    }

    /**
     * The bytes that are published.
     *
     * @return a copy; empty for a tombstone
     */
    public Optional<byte[]> payload() {
        return Optional.ofNullable(payload).map(byte[]::clone);
    }

    /**
     * What travels beside the payload, as it is stored.
     *
     * @return a JSON object of strings, unless the column was damaged; empty if there are no headers
     */
    public Optional<String> headers() {
        return Optional.ofNullable(headers);
    }

    /**
     * Tells sizes only.
     *
     * @return neither payload nor headers
     */
    @Override
    public String toString() {
        return "EventContent[" + contentType + ", " + (payload == null ? "tombstone" : payload.length + " bytes") + "]";
    }
}
