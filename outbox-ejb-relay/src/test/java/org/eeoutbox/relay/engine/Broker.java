package org.eeoutbox.relay.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.FailureClassifier.Trouble;

/** A publisher in the test's hands. It keeps what arrives, and what it has been given and not yet answered. */
final class Broker implements Publisher {

    private final Map<UUID, CompletableFuture<Void>> open = new HashMap<>();
    private final List<OutboxEvent> handedOver = new ArrayList<>();
    private final List<OutboxEvent> arrived = new ArrayList<>();
    private int sentWhileOpen;
    private int mostOpen;

    /** What happens at a hand-over; by default nothing, until the test answers. */
    volatile BiConsumer<Broker, OutboxEvent> behaviour = (broker, event) -> {};

    static Broker confirming() {
        Broker broker = new Broker();
        broker.behaviour = Broker::confirm;
        return broker;
    }

    @Override
    public CompletionStage<Void> publish(OutboxEvent event) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        synchronized (this) {
            handedOver.add(event);
            if (open.put(event.id(), answer) != null) {
                sentWhileOpen++;
            }
            mostOpen = Math.max(mostOpen, open.size());
        }
        behaviour.accept(this, event);
        return answer;
    }

    /** The event is in the log, and the sender hears of it. */
    void confirm(OutboxEvent event) {
        arrive(event);
        take(event).complete(null);
    }

    /** The event is not in the log, and the sender hears of it. */
    void refuse(OutboxEvent event) {
        take(event).completeExceptionally(new IllegalStateException("refused"));
    }

    /** The same, and it hears why. */
    void refuse(OutboxEvent event, Trouble trouble) {
        take(event).completeExceptionally(new BrokerException(trouble));
    }

    /** The event is in the log, and the sender is told that it is not. */
    void confirmAsRefused(OutboxEvent event) {
        arrive(event);
        refuse(event);
    }

    private synchronized void arrive(OutboxEvent event) {
        arrived.add(event);
    }

    /** After a time-out the same event may be open for the second time while the first answer comes. */
    private synchronized CompletableFuture<Void> take(OutboxEvent event) {
        CompletableFuture<Void> answer = open.remove(event.id());
        return answer == null ? new CompletableFuture<>() : answer;
    }

    void confirmAll() {
        List<OutboxEvent> answerable;
        synchronized (this) {
            answerable = handedOver.stream()
                    .filter(event -> open.containsKey(event.id()))
                    .distinct()
                    .toList();
        }
        answerable.forEach(this::confirm);
    }

    synchronized List<OutboxEvent> handedOver() {
        return List.copyOf(handedOver);
    }

    synchronized List<OutboxEvent> arrived() {
        return List.copyOf(arrived);
    }

    synchronized int open() {
        return open.size();
    }

    synchronized int sentWhileOpen() {
        return sentWhileOpen;
    }

    synchronized int mostOpen() {
        return mostOpen;
    }

    /** Whether the first arrivals of every aggregate came in the order of their sequences, without a gap. */
    synchronized boolean firstArrivalsInOrder() {
        Map<String, Long> last = new HashMap<>();
        for (OutboxEvent event : arrived) {
            if (event.sequence().isPresent()) {
                String aggregate = event.channel() + event.message().aggregateId();
                long sequence = event.sequence().getAsLong();
                long before = last.getOrDefault(aggregate, 0L);
                if (sequence > before + 1) {
                    return false;
                }
                last.put(aggregate, Math.max(before, sequence));
            }
        }
        return true;
    }
}
