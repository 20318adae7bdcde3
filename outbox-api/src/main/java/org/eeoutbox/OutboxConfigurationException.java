package org.eeoutbox;

/** The application cannot use the outbox as it is deployed or configured: the message names the class, table or key, and the cure. */
public class OutboxConfigurationException extends OutboxException {

    private static final long serialVersionUID = 1L;

    /**
     * Without a cause.
     *
     * @param message what happened, to what, and the cure
     */
    public OutboxConfigurationException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message what happened, to what, and the cure
     * @param cause what led to it; may be {@code null}
     */
    public OutboxConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
