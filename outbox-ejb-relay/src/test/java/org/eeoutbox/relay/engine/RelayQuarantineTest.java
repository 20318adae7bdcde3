package org.eeoutbox.relay.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.FailureClassifier.Trouble;
import org.eeoutbox.spi.OutboxStore.RowFault;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.Test;

class RelayQuarantineTest extends RelayFixture {

    private static final RelayConfig HOLDING = fiveAttempts(Set.of());
    private static final RelayConfig SKIPPING = fiveAttempts(Set.of(CHANNEL));

    private static RelayConfig fiveAttempts(Set<String> skipping) {
        return new RelayConfig(
                CONFIG.batchSize(),
                CONFIG.batchBytes(),
                CONFIG.maxHold(),
                CONFIG.sendTimeout(),
                CONFIG.minDelay(),
                CONFIG.maxDelay(),
                CONFIG.workers(),
                new RelayConfig.Retry(5, CONFIG.minDelay(), CONFIG.maxDelay()),
                skipping);
    }

    private final Broker broker = new Broker();

    /** Answers like a broker that never takes one event. */
    private void refusing(OutboxEvent poison, Trouble trouble) {
        broker.behaviour = (self, event) -> {
            if (event.id().equals(poison.id())) {
                self.refuse(event, trouble);
            } else {
                self.confirm(event);
            }
        };
    }

    /** Lets heartbeats find what has become due. */
    private void beatUntil(Relay relay, Callable<Boolean> condition) {
        eventually().until(() -> {
            relay.heartbeat();
            return condition.call();
        });
    }

    @Test
    void onePoisonedEventAmongManyIsGivenUpAndTheOthersFlow() {
        List<OutboxEvent> all = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            all.add(store.append(new ShardId(CHANNEL, i % 8), "a" + i % 1000));
        }
        OutboxEvent poison = all.get(9_500);
        refusing(poison, Trouble.EVENT);
        Relay relay = started(broker, HOLDING);
        beatUntil(relay, () -> store.isEmpty());

        assertThat(broker.arrived()).hasSize(9_999).doesNotContain(poison);
        assertThat(store.quarantine()).containsOnlyKeys(poison.id());
        assertThat(store.quarantine().get(poison.id()).error()).contains("refused: EVENT");
        assertThat(events.lines()).contains("quarantined 9501 5 BrokerException");
        assertThat(events.count("postponed 9501")).isEqualTo(4);
    }

    @Test
    void successorsWaitWhileTheirPredecessorIsTriedAgainAndLeaveInOrder() {
        OutboxEvent a1 = store.append(SHARD, "a");
        OutboxEvent a2 = store.append(SHARD, "a");
        OutboxEvent a3 = store.append(SHARD, "a");
        OutboxEvent b1 = store.append(SHARD, "b");
        refusing(a1, Trouble.EVENT);
        Relay relay = started(broker, config(10, Duration.ofSeconds(60), Duration.ofSeconds(120)));
        relay.heartbeat();
        eventually().until(() -> store.waiting().containsAll(List.of(a1.id(), a2.id(), a3.id())));
        assertThat(broker.arrived()).containsExactly(b1);
        assertThat(store.blockedAggregates()).isEqualTo(1);

        OutboxEvent a4 = store.append(SHARD, "a");
        broker.behaviour = Broker::confirm;
        beatUntil(relay, store::isEmpty);
        assertThat(broker.arrived()).containsExactly(b1, a1, a2, a3, a4);
        assertThat(store.blockedAggregates()).isZero();
    }

    /** What is put aside is in the store, so it outlives relays and is shared by them. */
    @Test
    void severalRelaysAndARestartKeepTheOrderAndCountAnAttemptOnce() {
        List<OutboxEvent> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(store.append(SHARD, "a" + i % 3));
        }
        OutboxEvent refused = all.get(0);
        refusing(refused, Trouble.EVENT);
        List<Relay> first = List.of(started(broker, CONFIG), started(broker, CONFIG));
        eventually().until(() -> {
            first.forEach(Relay::heartbeat);
            return store.attempts() >= 5;
        });
        first.forEach(relay -> relay.stop(Duration.ofSeconds(5)));
        long failures = broker.handedOver().stream()
                .filter(event -> event.id().equals(refused.id()))
                .count();
        assertThat(store.attempts()).isEqualTo((int) failures);
        assertThat(broker.arrived()).hasSize(40).doesNotContain(refused);

        broker.behaviour = Broker::confirm;
        drained(List.of(started(broker, CONFIG), started(broker, CONFIG)));
        assertThat(broker.arrived()).containsAll(all);
        assertThat(broker.firstArrivalsInOrder()).isTrue();
        assertThat(store.settledMoreThanOnce()).isFalse();
    }

    @Test
    void successorsOfAnEventInQuarantineAreHeld() {
        OutboxEvent a1 = store.append(SHARD, "a");
        store.append(SHARD, "a");
        OutboxEvent b1 = store.append(SHARD, "b");
        refusing(a1, Trouble.PERMANENT);
        Relay relay = started(broker, HOLDING);
        beatUntil(relay, () -> store.waiting().size() == 1);

        OutboxEvent b2 = store.append(SHARD, "b");
        store.append(SHARD, "a");
        beatUntil(relay, () -> store.waiting().size() == 2);
        assertThat(broker.arrived()).containsExactly(b1, b2);
        assertThat(store.quarantine()).containsOnlyKeys(a1.id());
        assertThat(events.lines()).contains("quarantined 1 1 BrokerException");
        assertThat(events.count("failed 1 ")).isEqualTo(1);
    }

    @Test
    void aChannelThatSkipsGoesOnWithoutTheEventAndAnnouncesNoGap() {
        store.append(SHARD, "a");
        OutboxEvent a2 = store.append(SHARD, "a");
        OutboxEvent a3 = store.append(SHARD, "a");
        store.append(SHARD, "a");
        broker.behaviour = (self, event) -> {
            if (event.id().equals(a2.id()) || event.id().equals(a3.id())) {
                self.refuse(event, Trouble.PERMANENT);
            } else {
                self.confirm(event);
            }
        };
        Relay relay = started(broker, SKIPPING);
        beatUntil(relay, store::isEmpty);

        assertThat(broker.arrived()).hasSize(2);
        OutboxEvent a4 = broker.arrived().get(1);
        assertThat(a4.sequence()).isEqualTo(OptionalLong.of(4));
        assertThat(a4.previousSequence()).isEqualTo(OptionalLong.of(1));
        assertThat(store.quarantine()).hasSize(2);
        store.append(SHARD, "a");
        beatUntil(relay, store::isEmpty);
        assertThat(broker.arrived().get(2).previousSequence()).isEqualTo(OptionalLong.of(4));
    }

    @Test
    void anOutageOfTenMinutesCountsNoAttempt() {
        for (int i = 0; i < 50_000; i++) {
            store.append(new ShardId(CHANNEL, i % 8), "a" + i % 1000);
        }
        broker.behaviour = (self, event) -> self.refuse(event, Trouble.CHANNEL);
        RelayConfig slow = new RelayConfig(
                500,
                1 << 20,
                Duration.ofSeconds(60),
                Duration.ofSeconds(120),
                Duration.ofMillis(100),
                Duration.ofSeconds(5),
                1,
                CONFIG.retry(),
                Set.of());
        Relay relay = started(broker, slow);
        for (int second = 0; second < 600; second++) {
            pass(Duration.ofSeconds(1), relay);
            relay.heartbeat();
        }
        eventually().until(() -> events.count("paused orders") > 5);
        assertThat(store.size()).isEqualTo(50_000);
        assertThat(store.waiting()).isEmpty();

        broker.behaviour = Broker::confirm;
        eventually().until(() -> {
            pass(Duration.ofSeconds(1), relay);
            relay.heartbeat();
            return store.isEmpty();
        });
        assertThat(broker.firstArrivalsInOrder()).isTrue();
        assertThat(broker.arrived()).hasSize(50_000);
        assertThat(store.quarantine()).isEmpty();
        assertThat(events.count("postponed")).isZero();
    }

    @Test
    void aFailureThatSaysNothingCountsOnceTheChannelHasTakenOthers() {
        OutboxEvent lone = store.append(SHARD, "a");
        refusing(lone, Trouble.UNKNOWN);
        Relay relay = started(broker, HOLDING);
        relay.heartbeat();
        eventually().until(() -> events.count("failed 1 ") > 5);
        assertThat(events.count("postponed")).isZero();

        store.append(OTHER, "b");
        beatUntil(relay, () -> events.count("postponed 1 1") == 1);
        store.append(OTHER, "b");
        beatUntil(relay, () -> store.size() == 1);
        assertThat(broker.arrived()).hasSize(2);
    }

    @Test
    void healthyEventsBehindManyThatSayNothingAreStillTried() {
        for (int i = 0; i < 60; i++) {
            store.append(SHARD, "bad" + i);
        }
        broker.behaviour = (self, event) -> {
            if (event.message().aggregateId().startsWith("bad")) {
                self.refuse(event, Trouble.UNKNOWN);
            } else {
                self.confirm(event);
            }
        };
        Relay relay = started(broker, HOLDING);
        relay.heartbeat();
        eventually().until(() -> events.count("paused orders") > 2);
        OutboxEvent healthy = store.append(SHARD, "healthy");
        beatUntil(relay, () -> broker.arrived().contains(healthy));
    }

    @Test
    void anEventThatIsNeverAnsweredCountsOnceTheChannelHasTakenOthers() {
        OutboxEvent silent = store.append(SHARD, "a");
        broker.behaviour = (self, event) -> {
            if (!event.id().equals(silent.id())) {
                self.confirm(event);
            }
        };
        Relay relay = started(broker, config(10, Duration.ofSeconds(60), Duration.ofSeconds(10)));
        relay.heartbeat();
        for (int attempt = 1; attempt <= 2; attempt++) {
            int sends = attempt;
            beatUntil(
                    relay,
                    () -> broker.handedOver().stream()
                                    .filter(event -> event.id().equals(silent.id()))
                                    .count()
                            == sends);
            store.append(OTHER, "b" + attempt);
            beatUntil(relay, () -> broker.arrived().size() == sends);
            pass(Duration.ofSeconds(10), relay);
        }
        beatUntil(relay, () -> events.count("postponed 1 1") == 1);
    }

    @Test
    void aRowThatCannotBeReadIsGivenUpAndItsSuccessorsAreHeld() {
        OutboxEvent broken = store.append(
                SHARD, "a", OptionalLong.of(1), "x", Optional.of(new RowFault(false, "The headers are not JSON.")));
        store.append(SHARD, "a", OptionalLong.of(2), "x", Optional.empty());
        OutboxEvent b1 = store.append(SHARD, "b");
        broker.behaviour = Broker::confirm;
        Relay relay = started(broker, HOLDING);
        beatUntil(relay, () -> store.waiting().size() == 1);

        assertThat(broker.arrived()).containsExactly(b1);
        assertThat(store.quarantine().get(broken.id()).error()).isEqualTo("The headers are not JSON.");
        assertThat(events.lines()).contains("quarantined 1 1 unreadable");
    }

    @Test
    void aRowThatCannotBeReadDoesNotOvertakeItsPredecessor() {
        OutboxEvent first = store.append(SHARD, "a");
        OutboxEvent unreadable =
                store.append(SHARD, "a", OptionalLong.of(2), "x", Optional.of(new RowFault(false, "Not JSON.")));
        refusing(first, Trouble.EVENT);
        Relay relay = started(broker, CONFIG);
        beatUntil(relay, () -> store.attempts() >= 3);
        assertThat(store.quarantine()).isEmpty();

        broker.behaviour = Broker::confirm;
        beatUntil(relay, () -> store.quarantine().containsKey(unreadable.id()));
        assertThat(broker.arrived()).containsExactly(first);
    }

    @Test
    void rowsThatCannotBeReadInARowMakeNoGap() {
        store.append(SHARD, "a");
        for (long sequence = 2; sequence <= 3; sequence++) {
            store.append(SHARD, "a", OptionalLong.of(sequence), "x", Optional.of(new RowFault(false, "Not JSON.")));
        }
        store.append(SHARD, "a", OptionalLong.of(4), "x", Optional.empty());
        broker.behaviour = Broker::confirm;
        Relay relay = started(broker, SKIPPING);
        beatUntil(relay, store::isEmpty);

        assertThat(store.quarantine()).hasSize(2);
        assertThat(broker.arrived())
                .extracting(event -> event.previousSequence().orElseThrow())
                .containsExactly(0L, 1L);
    }

    @Test
    void aRowOfANewerReleaseWaitsForOneAndCountsNoAttempt() {
        OutboxEvent newer =
                store.append(SHARD, "a", OptionalLong.of(1), "x", Optional.of(new RowFault(true, "Format 2.")));
        OutboxEvent successor = store.append(SHARD, "a", OptionalLong.of(2), "x", Optional.empty());
        broker.behaviour = Broker::confirm;
        Relay relay = started(broker, HOLDING);
        beatUntil(relay, () -> store.waiting().contains(successor.id()));
        beatUntil(relay, () -> {
            pass(Duration.ofMinutes(2), relay);
            return events.count("postponed 1 0") > 10;
        });
        assertThat(store.waiting()).containsExactlyInAnyOrder(newer.id(), successor.id());
        assertThat(broker.handedOver()).isEmpty();
        assertThat(store.quarantine()).isEmpty();
    }

    @Test
    void aPausedChannelIsLeftAloneAndGoesOnWhenItIsResumed() {
        store.append(SHARD, "a");
        store.pause(CHANNEL);
        broker.behaviour = Broker::confirm;
        AtomicInteger beats = new AtomicInteger();
        Relay relay = started(broker, HOLDING);
        relay.wake(Set.of(SHARD));
        beatUntil(relay, () -> beats.incrementAndGet() > 20);
        assertThat(broker.handedOver()).isEmpty();

        store.resume(CHANNEL);
        beatUntil(relay, store::isEmpty);
    }
}
