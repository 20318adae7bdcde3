package org.eeoutbox.jpa.capture;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.UUID;
import org.eeoutbox.Outbox;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxException;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.OutboxPayloadException;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.jpa.EventRow;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.spi.CapturedEvents;
import org.eeoutbox.spi.PayloadSerializer;

/**
 * Takes fired events and appended messages into the caller's transaction. Everything that can be wrong with one event
 * is found here, inside {@code fire}; the rows are written when the transaction commits.
 */
@ApplicationScoped
public class Capture implements Outbox {

    private static final Object KEY = TransactionCapture.class;

    @Resource
    private TransactionSynchronizationRegistry registry;

    @PersistenceContext(name = "outbox/em")
    private EntityManager em;

    @Inject
    private Event<CapturedEvents> captured;

    @Inject
    private CaptureConfig config;

    @Inject
    private Schema schema;

    @Inject
    private RefusedEvents refusedEvents;

    @Inject
    private Instance<PayloadSerializer> applicationSerializer;

    @Inject
    @Any
    private Instance<Object> beans;

    private PayloadSerializer serializer;
    private TraceContext trace;

    /** For CDI. */
    protected Capture() {}

    @PostConstruct
    void choose() {
        serializer = applicationSerializer.isUnsatisfied() ? new JsonbPayloadSerializer() : applicationSerializer.get();
        trace = TraceContext.find(beans);
    }

    /**
     * Checks that the EntityManager belongs to the unit that has the outbox's entities. Payara also finds out here which
     * unit that is: it looks at the component that is being called, and when a transaction commits there may be none.
     *
     * @throws OutboxConfigurationException if it belongs to another one
     */
    void checkUnit(PersistenceUnit unit) {
        try {
            em.getMetamodel().entity(EventRow.class);
        } catch (IllegalArgumentException e) {
            throw new OutboxConfigurationException(
                    "The EntityManager of the outbox does not belong to the persistence unit '" + unit.name()
                            + "'. Map the persistence-context-ref 'outbox/em' to that unit in WEB-INF/web.xml.",
                    e);
        }
    }

    @Override
    public UUID append(OutboxMessage message) {
        try {
            requireTransaction(message.type());
            return add(message);
        } catch (OutboxException e) {
            throw refused(e);
        }
    }

    /** One event that was fired. */
    void fire(Object event, EventType type) {
        try {
            requireTransaction(type.type());
            add(type.message(event, serializer));
        } catch (OutboxException e) {
            throw refused(e);
        }
    }

    /** One event that was fired with {@code fireAsync}. */
    void fireAsync(EventType type) {
        throw refused(new OutboxTransactionRequiredException("The event " + type.type() + " was fired with fireAsync,"
                + " which leaves the transaction. Use fire inside a transaction."));
    }

    private OutboxException refused(OutboxException e) {
        return refusedEvents.add(e);
    }

    private void requireTransaction(String type) {
        int status = registry.getTransactionStatus();
        if (status == Status.STATUS_MARKED_ROLLBACK) {
            throw new OutboxTransactionRequiredException("The event " + type + " was fired in a transaction that is"
                    + " marked for rollback and cannot commit it. Fire it in one that can.");
        }
        if (status == Status.STATUS_NO_TRANSACTION || status == Status.STATUS_UNKNOWN) {
            throw new OutboxTransactionRequiredException("The event " + type + " was fired without a transaction."
                    + " Call from a method marked @Transactional, or from an EJB.");
        }
        if (status != Status.STATUS_ACTIVE && status != Status.STATUS_PREPARING) {
            throw new OutboxTransactionRequiredException("The event " + type + " was fired in a transaction that is"
                    + " ending (status " + status + "). Fire it before the commit.");
        }
    }

    private UUID add(OutboxMessage message) {
        if (message.payloadSize() > config.maxPayloadBytes()) {
            throw new OutboxPayloadException("The payload of an event of type " + message.type() + " has "
                    + message.payloadSize() + " bytes; the limit is " + config.maxPayloadBytes()
                    + " (outbox.payload.max-bytes). Send a reference to the data, or raise the limit here and at the"
                    + " broker.");
        }
        String channel = message.channel().orElse(config.defaultChannel());
        if (!config.channels().contains(channel)) {
            throw new OutboxMessageException("The outbox has no channel '" + channel + "' for an event of type "
                    + message.type() + ". Add it to outbox.channels and configure mp.messaging.outgoing." + channel
                    + ".*; known are " + config.channels() + ".");
        }
        PendingEvent event = PendingEvent.of(message, channel, config.shards(), trace);
        current().add(event);
        return event.id();
    }

    private TransactionCapture current() {
        TransactionCapture current = (TransactionCapture) registry.getResource(KEY);
        if (current == null) {
            TransactionCapture begun = new TransactionCapture(em, this::writer, registry);
            try {
                // Payara finds the persistence unit by who calls, which it no longer knows when a start-up singleton's
                // transaction completes.
                em.isJoinedToTransaction();
                registry.putResource(KEY, begun);
                begun.register(() -> captured.fire(begun));
            } catch (IllegalStateException e) {
                throw new OutboxTransactionRequiredException(
                        "An event was fired in a transaction that takes part in nothing any more: " + e.getMessage()
                                + ". Fire it before the transaction ends or times out.",
                        e);
            }
            current = begun;
        }
        return current;
    }

    private EventWriter writer(TransactionSql sql) {
        return new EventWriter(sql, schema);
    }

    void early(@Observes(during = TransactionPhase.BEFORE_COMPLETION) CapturedEvents events) {
        ((TransactionCapture) events).early();
    }
}
