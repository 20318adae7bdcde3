package org.eeoutbox;

/**
 * Lets the effect of an event happen once, however often it is delivered: what {@link Idempotent} does, for code that
 * has the event in another way than as a method's parameter.
 *
 * <pre>{@code
 * if (inbox.process(eventId, "billing", () -> em.persist(invoice)) == Inbox.Outcome.DUPLICATE) {
 *     log.log(Level.DEBUG, "{0} came again", eventId);
 * }
 * }</pre>
 *
 * <p>The work runs in the active JTA transaction, or in one that is begun for it and has committed when the call
 * returns. The event's id is stored in the same transaction. If the work throws anything, the transaction is marked for
 * rollback, also if it is the caller's and the exception a checked one.
 *
 * <p>An application-scoped CDI bean; inject it. Safe for use by several threads.
 */
public interface Inbox {

    /** The longest name of a consumer, in characters. */
    int MAX_CONSUMER = 100;

    /** What became of a delivery. */
    enum Outcome {
        /** The work was done. It counts if and only if the transaction commits. */
        PROCESSED,
        /** The work had been done before and was not called. */
        DUPLICATE
    }

    /**
     * The effect of an event.
     *
     * @param <E> what it may throw
     */
    @FunctionalInterface
    interface Work<E extends Exception> {

        /**
         * Has the effect, within the transaction only.
         *
         * @throws E whatever keeps it from that; the transaction is rolled back
         */
        void run() throws E;
    }

    /**
     * Does the work unless this consumer has processed the event already. Waits for another transaction that is
     * processing it.
     *
     * @param event what is known of the event; its order within its aggregate is checked if it says so
     * @param consumer the name under which to remember the event
     * @param work the effect
     * @param <E> what the work may throw
     * @return what became of it
     * @throws E if the work throws it
     * @throws OutboxOrderException if the event comes out of its order and the consumer's policy is {@code reject}
     * @throws OutboxMessageException if a name or an id is blank or too long
     * @throws OutboxTransactionRequiredException if the active transaction can only roll back
     * @throws OutboxStoreException if the tables do not answer
     */
    <E extends Exception> Outcome process(ReceivedEvent event, String consumer, Work<E> work) throws E;

    /**
     * Does the work unless this consumer has processed the event already; its order is not checked.
     *
     * @param eventId the id, the same at every delivery, such as the CloudEvents attribute {@code id}
     * @param consumer the name under which to remember the event
     * @param work the effect
     * @param <E> what the work may throw
     * @return what became of it
     * @throws E if the work throws it
     * @throws OutboxMessageException if a name or an id is blank or too long
     * @throws OutboxTransactionRequiredException if the active transaction can only roll back
     * @throws OutboxStoreException if the tables do not answer
     */
    default <E extends Exception> Outcome process(String eventId, String consumer, Work<E> work) throws E {
        return process(ReceivedEvent.of(eventId), consumer, work);
    }
}
