package org.eeoutbox.relay.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayOrderTest extends RelayFixture {

    private final ScheduledExecutorService network = Executors.newScheduledThreadPool(4);

    @AfterEach
    void stopNetwork() {
        network.shutdownNow();
    }

    @Test
    void sendsAggregatesInParallelAndTheEventsOfOneAfterTheOther() {
        OutboxEvent a1 = store.append(SHARD, "a");
        OutboxEvent a2 = store.append(SHARD, "a");
        OutboxEvent b1 = store.append(SHARD, "b");
        Broker broker = new Broker();
        started(broker, CONFIG).wake(Set.of(SHARD));

        eventually().until(() -> broker.handedOver().equals(List.of(a1, b1)));
        broker.confirm(a1);
        eventually().until(() -> broker.handedOver().equals(List.of(a1, b1, a2)));
        broker.confirmAll();
        eventually().until(store::isEmpty);
    }

    @Test
    void sendsUnorderedEventsOfOneAggregateInParallel() {
        for (int i = 0; i < 3; i++) {
            store.append(SHARD, "a", false);
        }
        Broker broker = new Broker();
        started(broker, CONFIG).wake(Set.of(SHARD));

        eventually().until(() -> broker.open() == 3);
    }

    @Test
    void followsAFullBatchAtOnceByTheNext() {
        for (int i = 0; i < 95; i++) {
            store.append(SHARD, "a" + i % 7);
        }
        Broker broker = Broker.confirming();
        started(broker, config(10, Duration.ofSeconds(60), Duration.ofSeconds(120)))
                .wake(Set.of(SHARD));

        eventually().until(store::isEmpty);
        assertThat(broker.firstArrivalsInOrder()).isTrue();
        assertThat(store.calls("settle")).isEqualTo(10);
        assertThat(broker.mostOpen()).isLessThanOrEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void keepsFirstArrivalsInOrderWhateverTheNetworkDoes(long seed) {
        Broker broker = unreliable(seed);
        Relay relay = started(broker, config(20, Duration.ofSeconds(60), Duration.ofSeconds(120)));
        List<OutboxEvent> appended = appendWhileRunning(seed, List.of(relay));

        drained(List.of(relay));
        assertThat(broker.arrived()).containsAll(appended);
        assertThat(broker.firstArrivalsInOrder()).isTrue();
        assertThat(broker.sentWhileOpen()).isZero();
        assertThat(store.settledMoreThanOnce()).isFalse();
        assertThat(broker.mostOpen()).isLessThanOrEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25, 26})
    void twoRelaysWithShortHoldsStillKeepFirstArrivalsInOrder(long seed) {
        Broker broker = unreliable(seed);
        RelayConfig config = config(20, Duration.ofMillis(4), Duration.ofSeconds(120));
        List<Relay> relays = List.of(started(broker, config), started(broker, config));
        List<OutboxEvent> appended = appendWhileRunning(seed, relays);

        drained(relays);
        assertThat(broker.arrived()).containsAll(appended);
        assertThat(broker.firstArrivalsInOrder()).isTrue();
        assertThat(store.settledMoreThanOnce()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {41, 42, 43, 44})
    void sendsThatTimeOutStillKeepFirstArrivalsInOrder(long seed) {
        Broker broker = unreliable(seed);
        RelayConfig config = config(20, Duration.ofSeconds(60), Duration.ofMillis(2));
        List<Relay> relays = List.of(started(broker, config), started(broker, config));
        List<OutboxEvent> appended = appendWhileRunning(seed, relays);

        drained(relays);
        assertThat(broker.arrived()).containsAll(appended);
        assertThat(broker.firstArrivalsInOrder()).isTrue();
        assertThat(store.settledMoreThanOnce()).isFalse();
        assertThat(events.lines()).anyMatch(line -> line.endsWith("TimeoutException"));
    }

    @Test
    void severalWorkersOfAChannelShareItsShards() {
        RelayConfig config = new RelayConfig(
                10,
                1 << 20,
                Duration.ofSeconds(60),
                Duration.ofSeconds(120),
                CONFIG.minDelay(),
                CONFIG.maxDelay(),
                3,
                CONFIG.retry(),
                Set.of());
        Broker broker = unreliable(31);
        Relay relay = started(broker, config);
        List<OutboxEvent> appended = appendWhileRunning(31, List.of(relay));

        drained(List.of(relay));
        assertThat(broker.arrived()).containsAll(appended);
        assertThat(broker.firstArrivalsInOrder()).isTrue();
        assertThat(broker.sentWhileOpen()).isZero();
        assertThat(events.count("held elsewhere")).isZero();
    }

    /** Every event is woken for once, by one relay, and by nobody else: a lost wake-up leaves a row behind. */
    private List<OutboxEvent> appendWhileRunning(long seed, List<Relay> relays) {
        Random random = new Random(seed);
        List<OutboxEvent> appended = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            int aggregate = random.nextInt(15);
            ShardId shard = new ShardId(CHANNEL, aggregate % 3);
            appended.add(store.append(shard, "a" + aggregate, random.nextInt(10) > 0));
            relays.get(random.nextInt(relays.size())).wake(Set.of(shard));
            if (random.nextInt(4) == 0) {
                Thread.yield();
            }
        }
        return appended;
    }

    /** Confirms late, refuses some, and loses some confirmations. */
    private Broker unreliable(long seed) {
        Random random = new Random(seed);
        Broker broker = new Broker();
        broker.behaviour = (self, event) -> {
            int delay;
            int fate;
            synchronized (random) {
                delay = random.nextInt(3000);
                fate = random.nextInt(20);
            }
            Runnable answer = () -> {
                if (fate == 0) {
                    self.refuse(event);
                } else if (fate == 1) {
                    self.confirmAsRefused(event);
                } else {
                    self.confirm(event);
                }
            };
            if (fate > 15) {
                answer.run();
            } else {
                network.schedule(answer, delay, TimeUnit.MICROSECONDS);
            }
        };
        return broker;
    }
}
