package org.eeoutbox;

/** A part of a message other than its payload is not acceptable: its aggregate id, its type, its channel, a header. Nothing was stored. */
public class OutboxMessageException extends OutboxException {

    private static final long serialVersionUID = 1L;

    /**
     * Without a cause.
     *
     * @param message what happened, to what, and the cure
     */
    public OutboxMessageException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message what happened, to what, and the cure
     * @param cause what led to it; may be {@code null}
     */
    public OutboxMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
