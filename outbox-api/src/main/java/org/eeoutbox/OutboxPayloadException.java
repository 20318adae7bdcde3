package org.eeoutbox;

/** An event's payload cannot be stored: it cannot be serialised, is too large, or is of a kind that must not be published. Nothing was stored. */
public class OutboxPayloadException extends OutboxException {

    private static final long serialVersionUID = 1L;

    /**
     * Without a cause.
     *
     * @param message what happened, to what, and the cure
     */
    public OutboxPayloadException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message what happened, to what, and the cure
     * @param cause what led to it; may be {@code null}
     */
    public OutboxPayloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
