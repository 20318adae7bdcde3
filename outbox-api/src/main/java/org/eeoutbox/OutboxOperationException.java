package org.eeoutbox;

/** An operation was asked for in a form that cannot be carried out, such as without a reason. Nothing was changed. */
public class OutboxOperationException extends OutboxException {

    private static final long serialVersionUID = 1L;

    /**
     * Without a cause.
     *
     * @param message what happened, to what, and the cure
     */
    public OutboxOperationException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message what happened, to what, and the cure
     * @param cause what led to it; may be {@code null}
     */
    public OutboxOperationException(String message, Throwable cause) {
        super(message, cause);
    }
}
