package org.eeoutbox.relay.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayFailureTest extends RelayFixture {

    @Test
    void successorsWaitUntilTheRefusedEventIsConfirmed() {
        OutboxEvent a1 = store.append(SHARD, "a");
        OutboxEvent a2 = store.append(SHARD, "a");
        OutboxEvent b1 = store.append(SHARD, "b");
        AtomicInteger refusals = new AtomicInteger(5);
        Broker broker = new Broker();
        broker.behaviour = (self, event) -> {
            if (event.equals(a1) && refusals.getAndDecrement() > 0) {
                self.refuse(event);
            } else {
                self.confirm(event);
            }
        };
        drained(List.of(started(broker, CONFIG)));
        assertThat(broker.arrived()).containsExactly(b1, a1, a2);
        assertThat(events.count("failed 1 ")).isEqualTo(5);
    }

    @Test
    void aChannelThatTakesNothingIsPausedAndResumes() {
        for (int i = 0; i < 10; i++) {
            store.append(SHARD, "a" + i);
            store.append(OTHER, "b" + i);
        }
        Broker broker = new Broker();
        broker.behaviour = Broker::refuse;
        started(broker, CONFIG).wake(Set.of(SHARD, OTHER));
        eventually().until(() -> events.count("paused orders") > 3);

        broker.behaviour = Broker::confirm;
        eventually().until(store::isEmpty);
        assertThat(events.count("resumed orders")).isEqualTo(1);
    }

    @Test
    void aShardWithARefusedEventDoesNotStopOthers() {
        OutboxEvent poison = store.append(SHARD, "poison");
        Broker broker = new Broker();
        broker.behaviour = (self, event) -> {
            if (event.equals(poison)) {
                self.refuse(event);
            } else {
                self.confirm(event);
            }
        };
        Relay relay = started(broker, CONFIG);
        relay.wake(Set.of(SHARD));
        for (int i = 0; i < 200; i++) {
            store.append(OTHER, "b" + i % 5);
            relay.wake(Set.of(OTHER));
        }

        eventually().until(() -> store.size() == 1);
        int failures = (int) events.count("failed");
        eventually().until(() -> {
            relay.heartbeat();
            return events.count("failed") > failures + 2;
        });
    }

    @Test
    void aChannelThatBlocksDoesNotStopOthers() {
        ShardId payments = new ShardId("payments", 0);
        CompletableFuture<Void> unblocked = new CompletableFuture<>();
        Broker broker = new Broker();
        broker.behaviour = (self, event) -> {
            if (event.channel().equals(CHANNEL)) {
                unblocked.join();
            }
            self.confirm(event);
        };
        store.append(SHARD, "a");
        store.append(payments, "p");
        Relay relay = relay(broker, CONFIG, Set.of(CHANNEL, "payments"));
        relay.start();
        relay.wake(Set.of(SHARD, payments));

        eventually().until(() -> store.size() == 1);
        unblocked.complete(null);
        eventually().until(store::isEmpty);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error", "null"})
    void whateverAPublisherDoesIsAFailedSend(String how) {
        store.append(SHARD, "a");
        AtomicInteger failures = new AtomicInteger(3);
        Publisher publisher = event -> {
            if (failures.getAndDecrement() <= 0) {
                return CompletableFuture.completedFuture(null);
            }
            switch (how) {
                case "exception":
                    throw new IllegalStateException("no demand");
                case "error":
                    throw new NoClassDefFoundError("org/acme/Missing");
                default:
                    return null;
            }
        };
        started(publisher, CONFIG).wake(Set.of(SHARD));

        eventually().until(store::isEmpty);
        assertThat(events.count("failed 1 ")).isEqualTo(3);
        assertThat(events.count("worker failed")).isZero();
    }

    @Test
    void anEventWithoutAnAnswerFailsAtItsTimeoutAndIsSentAgain() {
        OutboxEvent event = store.append(SHARD, "a");
        OutboxEvent successor = store.append(SHARD, "a");
        Broker broker = new Broker();
        Relay relay = started(broker, config(10, Duration.ofSeconds(60), Duration.ofSeconds(10)));
        relay.wake(Set.of(SHARD));
        eventually().until(() -> broker.handedOver().equals(List.of(event)));

        pass(Duration.ofSeconds(10), relay);
        eventually().until(() -> broker.handedOver().equals(List.of(event, event)));
        assertThat(events.lines()).contains("failed 1 TimeoutException", "paused orders");

        broker.confirm(event);
        eventually().until(() -> broker.handedOver().contains(successor));
    }

    @Test
    void aConfirmationAfterTheTimeoutIsToldAndChangesNothing() {
        store.append(SHARD, "a");
        CompletableFuture<Void> late = new CompletableFuture<>();
        AtomicInteger sends = new AtomicInteger();
        Publisher publisher = event -> sends.incrementAndGet() == 1 ? late : new CompletableFuture<>();
        Relay relay = started(publisher, config(10, Duration.ofSeconds(60), Duration.ofSeconds(10)));
        relay.wake(Set.of(SHARD));
        eventually().until(() -> sends.get() == 1);
        pass(Duration.ofSeconds(10), relay);
        eventually().until(() -> sends.get() == 2);

        late.complete(null);
        eventually().until(() -> events.has("acked too late 1"));
        assertThat(store.size()).isEqualTo(1);
        assertThat(events.count("acked 1")).isZero();
    }

    @Test
    void aThrowingListenerDisturbsNothing() {
        for (int i = 0; i < 20; i++) {
            store.append(SHARD, "a" + i % 3);
        }
        RelayListener rude = new RelayListener() {
            @Override
            public void claimed(ShardId shard, int count) {
                throw new IllegalStateException("rude");
            }

            @Override
            public void sent(OutboxEvent event) {
                throw new AssertionError("rude");
            }

            @Override
            public void acked(OutboxEvent event, long nanos) {
                throw new IllegalStateException("rude");
            }

            @Override
            public void settled(ShardId shard, int count) {
                throw new IllegalStateException("rude");
            }
        };
        Broker broker = Broker.confirming();
        started(broker, CONFIG, rude).wake(Set.of(SHARD));

        eventually().until(store::isEmpty);
        assertThat(broker.arrived()).hasSize(20);
        assertThat(events.lines()).contains("settled 0 20");
        assertThat(events.count("worker failed")).isZero();
    }
}
