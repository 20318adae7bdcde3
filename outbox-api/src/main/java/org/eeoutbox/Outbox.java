package org.eeoutbox;

import java.util.UUID;

/**
 * Stores messages that have no event class: the programmatic twin of firing an {@link Outboxed} event.
 *
 * <p>An application-scoped CDI bean; inject it. Safe for use by several threads.
 */
public interface Outbox {

    /**
     * Stores a message in the caller's transaction.
     *
     * <p>Requires an active JTA transaction and never ends it: the message leaves if and only if that transaction
     * commits. Messages of one aggregate leave in the order of the calls.
     *
     * @param message what to publish
     * @return the id of the event, the same at every delivery (a UUID of version 7, RFC 9562)
     * @throws OutboxTransactionRequiredException if no transaction is active or it can only roll back
     * @throws OutboxPayloadException if the payload is larger than {@code outbox.payload.max-bytes}
     * @throws OutboxMessageException if the message names a channel that the outbox does not have
     */
    UUID append(OutboxMessage message);
}
