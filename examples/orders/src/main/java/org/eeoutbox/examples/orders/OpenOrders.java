package org.eeoutbox.examples.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * What another service could make of the events: the open orders of each customer, in memory. A set takes an event that
 * comes twice in its stride.
 */
@ApplicationScoped
public class OpenOrders {

    private final Map<String, Set<UUID>> byCustomer = new ConcurrentHashMap<>();
    private final Jsonb jsonb = JsonbBuilder.create();

    @Incoming("orders-in")
    public void on(ConsumerRecord<String, String> event) {
        UUID order = jsonb.fromJson(event.value(), Body.class).orderId;
        switch (type(event)) {
            case "order.placed" -> update(event.key(), order, true);
            case "order.cancelled" -> update(event.key(), order, false);
            default -> {
                // A type that is not ours.
            }
        }
    }

    Set<UUID> of(String customer) {
        return byCustomer.getOrDefault(customer, Set.of());
    }

    private void update(String customer, UUID order, boolean open) {
        byCustomer.compute(customer, (key, before) -> {
            Set<UUID> after = new TreeSet<>(before == null ? Set.of() : before);
            boolean changed = open ? after.add(order) : after.remove(order);
            return changed ? Set.copyOf(after) : before;
        });
    }

    private static String type(ConsumerRecord<String, String> event) {
        return new String(event.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8);
    }

    /** The part of both events that matters here. */
    public static class Body {
        public UUID orderId;
    }
}
