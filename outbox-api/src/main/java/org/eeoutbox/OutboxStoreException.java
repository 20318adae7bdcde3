package org.eeoutbox;

/** The relay could not read or change the outbox tables. Pending events stay pending; the relay tries again by itself. */
public class OutboxStoreException extends OutboxException {

    private static final long serialVersionUID = 1L;

    /**
     * Without a cause.
     *
     * @param message what happened, to what, and the cure
     */
    public OutboxStoreException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message what happened, to what, and the cure
     * @param cause what led to it; may be {@code null}
     */
    public OutboxStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
