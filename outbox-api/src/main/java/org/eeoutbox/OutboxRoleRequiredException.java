package org.eeoutbox;

/** The caller may not operate the outbox: it does not have the role that the message names. Nothing was read or changed. */
public class OutboxRoleRequiredException extends OutboxException {

    private static final long serialVersionUID = 1L;

    /**
     * Without a cause.
     *
     * @param message what happened, to what, and the cure
     */
    public OutboxRoleRequiredException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message what happened, to what, and the cure
     * @param cause what led to it; may be {@code null}
     */
    public OutboxRoleRequiredException(String message, Throwable cause) {
        super(message, cause);
    }
}
