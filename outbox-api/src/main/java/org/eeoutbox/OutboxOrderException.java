package org.eeoutbox;

/**
 * An event came to a consumer out of its aggregate's order, and {@code outbox.inbox.<consumer>.order} is {@code reject}.
 * The effect did not happen and nothing was stored; the message is rejected, and the connector's failure strategy says
 * what follows.
 */
public final class OutboxOrderException extends OutboxException {

    private static final long serialVersionUID = 1L;

    /**
     * A rejection.
     *
     * @param message which event, and how it is out of order
     */
    public OutboxOrderException(String message) {
        super(message, null);
    }
}
