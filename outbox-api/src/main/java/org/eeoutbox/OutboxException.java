package org.eeoutbox;

/** The root of everything that EE Outbox throws on purpose. Its message says what happened, to what, and the cure. */
public abstract class OutboxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * For subclasses.
     *
     * @param message what happened, to which event or key, and what to do about it; never a payload
     * @param cause what led to it; may be {@code null}
     */
    protected OutboxException(String message, Throwable cause) {
        super(message, cause);
    }
}
