package org.eeoutbox.jpa.inbox;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.eeoutbox.Inbox;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.OutboxOrderException;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.jpa.capture.TransactionSql;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.spi.InboxCounts.Kind;

/** The inbox of an application that has a persistence unit with the outbox. */
@ApplicationScoped
public class TransactionalInbox implements Inbox {

    @Resource
    private TransactionSynchronizationRegistry registry;

    @PersistenceContext(name = "outbox/em")
    private EntityManager em;

    @Inject
    private OwnTransaction ownTransaction;

    @Inject
    private Schema schema;

    @Inject
    private InboxSettings settings;

    @Inject
    private Deliveries deliveries;

    /** For CDI. */
    protected TransactionalInbox() {}

    @Override
    public <E extends Exception> Outcome process(ReceivedEvent event, String consumer, Work<E> work) throws E {
        if (consumer.isBlank() || consumer.length() > MAX_CONSUMER) {
            throw new OutboxMessageException("'" + consumer + "' is no name of a consumer: it must have 1 to "
                    + MAX_CONSUMER + " characters that are not all blank.");
        }
        Delivery<E> delivery = new Delivery<>(event, consumer, work);
        try {
            int status = registry.getTransactionStatus();
            if (status == Status.STATUS_NO_TRANSACTION) {
                return ownTransaction.call(() -> inTransaction(delivery));
            }
            if (status == Status.STATUS_ACTIVE) {
                return inTransaction(delivery);
            }
            throw new OutboxTransactionRequiredException("The event " + event.id() + " came to the consumer '"
                    + consumer + "' in a transaction that cannot commit (status " + status
                    + "). Process it in another one.");
        } catch (OutboxOrderException e) {
            throw e;
        } catch (Throwable e) {
            deliveries.add(consumer, Kind.FAILED);
            throw e;
        }
    }

    private record Delivery<E extends Exception>(ReceivedEvent event, String consumer, Work<E> work) {}

    /** A key must not stay without its effect, also if the caller of a failed call commits. */
    private <E extends Exception> Outcome inTransaction(Delivery<E> delivery) throws E {
        try {
            Arrival arrival = receive(delivery);
            deliveries.arrived(delivery.event(), delivery.consumer(), arrival);
            if (arrival.isDuplicate()) {
                return Outcome.DUPLICATE;
            }
            if (arrival.isOutOfOrder() && settings.order(delivery.consumer()) == OrderPolicy.REJECT) {
                deliveries.add(delivery.consumer(), Kind.REJECTED);
                throw new OutboxOrderException(deliveries.rejection(delivery.event(), delivery.consumer(), arrival));
            }
            delivery.work().run();
            registry.registerInterposedSynchronization(
                    new Commit(() -> deliveries.add(delivery.consumer(), Kind.PROCESSED)));
            return Outcome.PROCESSED;
        } catch (Throwable e) {
            rollBack(e);
            throw e;
        }
    }

    private Arrival receive(Delivery<?> delivery) {
        ReceivedEvent event = delivery.event();
        try {
            InboxTable table = new InboxTable(TransactionSql.early(em), schema, delivery.consumer());
            return event.position().isPresent() && settings.order(delivery.consumer()) != OrderPolicy.IGNORE
                    ? table.receive(event, event.position().get())
                    : table.receive(event);
        } catch (PersistenceException e) {
            throw new OutboxStoreException(
                    "The inbox could not take note of event " + event.id() + " for the consumer '" + delivery.consumer()
                            + "'; the transaction is rolled back and the event comes again. See the cause.",
                    e);
        }
    }

    private void rollBack(Throwable reason) {
        try {
            registry.setRollbackOnly();
        } catch (IllegalStateException e) {
            // it has ended already, by a time-out for one
            reason.addSuppressed(e);
        }
    }

    private record Commit(Runnable after) implements Synchronization {

        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
                after.run();
            }
        }
    }
}
