package org.eeoutbox.relay.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayStoreTest extends RelayFixture {

    @ParameterizedTest
    @ValueSource(strings = {"claim", "events"})
    void aFailedClaimIsTriedAgain(String operation) {
        store.append(SHARD, "a");
        fail(operation, 3);
        started(Broker.confirming(), CONFIG).wake(Set.of(SHARD));

        eventually().until(store::isEmpty);
        assertThat(store.calls(operation)).isGreaterThanOrEqualTo(4);
        assertThat(events.count("store failed")).isEqualTo(3);
        assertThat(events.count("store recovered")).isBetween(1L, 3L);
        assertThat(store.openClaims()).isZero();
    }

    @Test
    void aFailedSettlementIsTriedAgainBeforeAnythingIsSentTwice() {
        for (int i = 0; i < 10; i++) {
            store.append(SHARD, "a" + i);
        }
        AtomicInteger failures = new AtomicInteger(4);
        store.failing = operation -> operation.endsWith("settle") && failures.getAndDecrement() > 0;
        Broker broker = Broker.confirming();
        Relay relay = started(broker, CONFIG);
        relay.wake(Set.of(SHARD));
        relay.heartbeat();

        eventually().until(store::isEmpty);
        assertThat(broker.handedOver()).hasSize(10);
        assertThat(store.calls("late settle")).isEqualTo(4);
    }

    @Test
    void eventsThatAnotherRelayHasSettledAreTold() {
        OutboxEvent first = store.append(SHARD, "a");
        OutboxEvent second = store.append(SHARD, "b");
        Broker broker = new Broker();
        started(broker, CONFIG).wake(Set.of(SHARD));
        eventually().until(() -> broker.open() == 2);

        store.removeElsewhere(first);
        broker.confirm(first);
        broker.confirm(second);
        eventually().until(() -> events.has("settled elsewhere 0 1"));
        assertThat(events.lines()).contains("settled 0 1");
    }

    @Test
    void tablesThatDoNotFitStopTheStart() {
        store.failing = operation -> {
            throw new OutboxConfigurationException("no tables");
        };
        Relay relay = relay(new Broker(), CONFIG);

        assertThatThrownBy(relay::start).isInstanceOf(OutboxConfigurationException.class);
        assertThat(threads).isEmpty();
        relay.heartbeat();
        assertThat(threads).isEmpty();
        relay.stop(Duration.ofSeconds(30));
    }

    @Test
    void aDatabaseThatIsAwayAtTheStartIsOpenedByAHeartbeat() {
        store.append(SHARD, "a");
        fail("open", 2);
        Relay relay = started(Broker.confirming(), CONFIG);
        relay.wake(Set.of(SHARD));
        relay.heartbeat();
        assertThat(store.calls("pending")).isZero();

        relay.heartbeat();
        eventually().until(store::isEmpty);
        assertThat(store.calls("open")).isEqualTo(3);
    }

    @Test
    void anIdleRelayMakesOneCallPerHeartbeat() {
        Relay relay = started(new Broker(), CONFIG);
        for (int i = 0; i < 10; i++) {
            relay.heartbeat();
        }

        assertThat(store.calls("pending")).isEqualTo(10);
        assertThat(store.calls("claim")).isZero();
    }

    @Test
    void aHeartbeatFindsWhatNobodyHasToldOfAndSurvivesFailures() {
        store.append(SHARD, "a");
        fail("pending", 1);
        Relay relay = started(Broker.confirming(), CONFIG);
        relay.heartbeat();
        assertThat(events.count("store failed")).isEqualTo(1);

        relay.heartbeat();
        eventually().until(store::isEmpty);
        assertThat(events.count("store recovered")).isEqualTo(1);
    }

    @Test
    void aHeartbeatSurvivesAnErrorFromTheStore() {
        store.append(SHARD, "a");
        AtomicInteger errors = new AtomicInteger(2);
        store.failing = operation -> {
            if (operation.equals("pending") && errors.getAndDecrement() > 0) {
                throw new NoClassDefFoundError("org/acme/Driver");
            }
            return false;
        };
        Relay relay = started(Broker.confirming(), CONFIG);
        relay.heartbeat();
        relay.heartbeat();
        assertThat(events.count("store failed")).isEqualTo(2);

        relay.heartbeat();
        eventually().until(store::isEmpty);
    }

    @Test
    void looksAgainAtAShardThatAnotherRelayHolds() {
        store.append(SHARD, "a");
        store.holdElsewhere(SHARD);
        started(Broker.confirming(), CONFIG).wake(Set.of(SHARD));
        eventually().until(() -> events.count("held elsewhere 0") > 2);

        store.freeElsewhere(SHARD);
        eventually().until(store::isEmpty);
    }

    @Test
    void passesOverShardsOfOtherChannels() {
        Relay relay = started(new Broker(), CONFIG);
        relay.wake(Set.of(new ShardId("unknown", 0)));
        assertThat(store.calls("claim")).isZero();
    }

    @Test
    void aHeartbeatReplacesADeadWorker() {
        store.append(SHARD, "a");
        AtomicInteger deaths = new AtomicInteger(1);
        store.failing = operation -> {
            if (operation.equals("claim") && deaths.getAndDecrement() > 0) {
                throw new InternalError("the test ends the worker");
            }
            return false;
        };
        Relay relay = started(Broker.confirming(), CONFIG);
        relay.wake(Set.of(SHARD));
        eventually().until(() -> !threads.get(0).isAlive());

        relay.heartbeat();
        eventually().until(store::isEmpty);
        assertThat(threads).hasSize(2);
        assertThat(events.lines()).contains("worker failed InternalError");
    }

    @Test
    void anErrorFromTheStoreDoesNotEndTheWorker() {
        store.append(SHARD, "a");
        AtomicInteger errors = new AtomicInteger(2);
        store.failing = operation -> {
            if (operation.equals("claim") && errors.getAndDecrement() > 0) {
                throw new NoClassDefFoundError("org/acme/Driver");
            }
            return false;
        };
        started(Broker.confirming(), CONFIG).wake(Set.of(SHARD));

        eventually().until(store::isEmpty);
        assertThat(threads).hasSize(1);
        assertThat(events.count("worker failed NoClassDefFoundError")).isEqualTo(2);
    }

    private void fail(String operation, int times) {
        AtomicInteger left = new AtomicInteger(times);
        store.failing = called -> called.equals(operation) && left.getAndDecrement() > 0;
    }
}
