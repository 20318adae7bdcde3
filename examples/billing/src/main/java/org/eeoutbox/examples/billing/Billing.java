package org.eeoutbox.examples.billing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eeoutbox.Idempotent;

/** Bills orders. The event's id, the invoice and the event that tells of it are stored in one transaction. */
@ApplicationScoped
public class Billing {

    @PersistenceContext
    EntityManager em;

    @Inject
    Event<InvoiceWritten> written;

    @Inject
    Event<InvoiceCancelled> cancelled;

    private final Jsonb jsonb = JsonbBuilder.create();

    @Incoming("orders")
    @Idempotent("billing")
    public void on(ConsumerRecord<String, String> event) {
        OrderEvent order = jsonb.fromJson(event.value(), OrderEvent.class);
        switch (type(event)) {
            case "order.placed" -> write(order);
            case "order.cancelled" -> of(order).forEach(this::cancel);
            default -> {
                // A type that is not ours.
            }
        }
    }

    private void write(OrderEvent order) {
        Invoice invoice = new Invoice(order.orderId, order.customer, order.total);
        em.persist(invoice);
        written.fire(new InvoiceWritten(order.customer, invoice.getNumber(), order.orderId, order.total));
    }

    /** Comes after the invoice was written: the events of a customer keep their order. */
    private void cancel(Invoice invoice) {
        invoice.cancel();
        cancelled.fire(new InvoiceCancelled(invoice.getCustomer(), invoice.getNumber()));
    }

    private List<Invoice> of(OrderEvent order) {
        return em.createQuery("SELECT i FROM Invoice i WHERE i.orderId = :order", Invoice.class)
                .setParameter("order", order.orderId)
                .getResultList();
    }

    private static String type(ConsumerRecord<String, String> event) {
        return new String(event.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8);
    }
}
