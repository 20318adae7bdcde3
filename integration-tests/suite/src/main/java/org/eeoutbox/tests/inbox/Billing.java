package org.eeoutbox.tests.inbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eeoutbox.EventId;
import org.eeoutbox.Idempotent;
import org.eeoutbox.ReceivedEvent;

/** Consumers as a user would write them. */
@ApplicationScoped
public class Billing {

    @PersistenceContext
    EntityManager em;

    @Inject
    Event<Billed> billed;

    @Inject
    Event<Sale> sales;

    @Transactional
    public void sell(String sale) {
        sales.fire(new Sale(sale));
    }

    @Incoming("sold")
    @Idempotent("billing")
    public CompletionStage<Void> fromTheBroker(Message<String> message) {
        write(message.getPayload());
        return message.ack();
    }

    @Idempotent("messages")
    public CompletionStage<Void> message(Message<ConsumerRecord<String, String>> message) {
        write(message.getPayload().value());
        if (message.getPayload().key().equals("fails")) {
            return CompletableFuture.failedStage(new IOException("it fails"));
        }
        return message.ack();
    }

    @Idempotent("unfinished")
    public CompletionStage<Void> unfinished(Message<ConsumerRecord<String, String>> message) {
        write(message.getPayload().value());
        return new CompletableFuture<>();
    }

    @Idempotent("plain")
    public Optional<String> plain(@EventId String id, boolean fails) throws IOException {
        write(id);
        if (fails) {
            throw new IOException("it fails");
        }
        return Optional.of("written");
    }

    @Idempotent("strict")
    public void strict(ReceivedEvent event) {
        write(event.id());
    }

    @Transactional
    @Idempotent("transactional")
    public void transactional(@EventId String id) {
        write(id);
    }

    private void write(String sale) {
        em.persist(new Invoice(sale));
        billed.fire(new Billed(sale));
    }
}
