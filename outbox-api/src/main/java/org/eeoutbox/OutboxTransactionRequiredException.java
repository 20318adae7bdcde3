package org.eeoutbox;

/** An event was fired where no transaction can carry it: none is active, it can only roll back, or it is already ending. Nothing was stored. */
public class OutboxTransactionRequiredException extends OutboxException {

    private static final long serialVersionUID = 1L;

    /**
     * Without a cause.
     *
     * @param message what happened, to what, and the cure
     */
    public OutboxTransactionRequiredException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message what happened, to what, and the cure
     * @param cause what led to it; may be {@code null}
     */
    public OutboxTransactionRequiredException(String message, Throwable cause) {
        super(message, cause);
    }
}
