package org.eeoutbox;

/** The events of a transaction could not be written to the outbox. The transaction is rolled back as a whole. */
public class OutboxCaptureException extends OutboxException {

    private static final long serialVersionUID = 1L;

    /**
     * Without a cause.
     *
     * @param message what happened, to what, and the cure
     */
    public OutboxCaptureException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message what happened, to what, and the cure
     * @param cause what led to it; may be {@code null}
     */
    public OutboxCaptureException(String message, Throwable cause) {
        super(message, cause);
    }
}
