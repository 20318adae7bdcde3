package org.eeoutbox.relay.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eeoutbox.OutboxEvent;
import org.junit.jupiter.api.Test;

class RelayHoldTest extends RelayFixture {

    private static final Duration HOLD = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofSeconds(600);

    private final Broker broker = new Broker();

    @Test
    void endsTheClaimWithTheHoldAndSettlesWhatIsConfirmedLater() {
        OutboxEvent first = store.append(SHARD, "a");
        OutboxEvent second = store.append(SHARD, "b");
        Relay relay = startedAndSent(2);
        broker.confirm(first);
        eventually().until(() -> events.has("acked 1"));

        pass(HOLD, relay);
        eventually().until(() -> events.has("settled 0 1"));
        assertThat(events.lines()).contains("hold ended 0 1");
        assertThat(store.openClaims()).isZero();

        broker.confirm(second);
        eventually().until(store::isEmpty);
        assertThat(store.calls("late settle")).isEqualTo(1);
        assertThat(broker.handedOver()).containsExactly(first, second);
    }

    @Test
    void sendsNothingTwiceWhileTheBrokersClientStillHasIt() {
        OutboxEvent event = store.append(SHARD, "a");
        Relay relay = startedAndSent(1);
        pass(HOLD, relay);
        eventually().until(() -> events.has("hold ended 0 1"));

        for (int i = 0; i < 20; i++) {
            relay.heartbeat();
        }
        broker.confirm(event);
        eventually().until(store::isEmpty);
        assertThat(broker.handedOver()).containsExactly(event);
    }

    @Test
    void sendsTheSuccessorsOfAStragglerInANewClaim() {
        OutboxEvent first = store.append(SHARD, "a");
        OutboxEvent second = store.append(SHARD, "a");
        Relay relay = startedAndSent(1);
        pass(HOLD, relay);
        eventually().until(() -> events.has("hold ended 0 1"));

        broker.confirm(first);
        eventually().until(() -> broker.handedOver().equals(List.of(first, second)));
        assertThat(store.size())
                .as("the first is settled before the second is sent")
                .isEqualTo(1);
    }

    @Test
    void triesAStragglerAgainOnceItIsRefused() {
        OutboxEvent event = store.append(SHARD, "a");
        Relay relay = startedAndSent(1);
        pass(HOLD, relay);
        eventually().until(() -> events.has("hold ended 0 1"));

        broker.refuse(event);
        eventually().until(() -> broker.open() == 1);
        broker.confirm(event);
        eventually().until(store::isEmpty);
        assertThat(broker.sentWhileOpen()).isZero();
    }

    @Test
    void triesOtherShardsOfAChannelThatSwallowsWithAFewEvents() {
        OutboxEvent swallowed = store.append(SHARD, "a");
        Relay relay = started(broker, config(100, HOLD, TIMEOUT));
        relay.wake(Set.of(SHARD));
        eventually().until(() -> broker.open() == 1);
        for (int i = 0; i < 50; i++) {
            store.append(OTHER, "b" + i);
        }
        relay.wake(Set.of(OTHER));
        pass(HOLD, relay);
        eventually().until(() -> events.has("hold ended 0 1"));
        eventually().until(() -> broker.open() == 21);
        assertThat(events.lines()).contains("claimed 1 20");

        broker.behaviour = Broker::confirm;
        broker.confirmAll();
        relay.heartbeat();
        eventually().until(store::isEmpty);
        assertThat(broker.handedOver()).startsWith(swallowed);
    }

    @Test
    void keepsNoMoreInFlightThanOneBatch() {
        for (int i = 0; i < 10; i++) {
            store.append(SHARD, "a" + i);
            store.append(OTHER, "b" + i);
        }
        Relay relay = started(broker, config(10, HOLD, TIMEOUT));
        relay.wake(Set.of(SHARD));
        eventually().until(() -> broker.open() == 10);
        broker.confirm(broker.handedOver().get(0));
        eventually().until(() -> events.count("acked") == 1);
        pass(HOLD, relay);
        relay.wake(Set.of(OTHER));

        eventually().until(() -> broker.open() == 10);
        assertThat(events.lines()).contains("hold ended 0 9", "claimed 1 1");
        assertThat(broker.mostOpen()).isEqualTo(10);
    }

    @Test
    void beginsNoSendAfterTheHold() {
        for (int i = 0; i < 3; i++) {
            store.append(SHARD, "a" + i);
        }
        broker.behaviour = (self, event) -> ahead.addAndGet(HOLD.toNanos() / 2 - 1);
        started(broker, config(10, HOLD, TIMEOUT)).wake(Set.of(SHARD));

        eventually().until(() -> events.has("hold ended 0 2"));
        assertThat(broker.handedOver()).hasSize(2);
    }

    private Relay startedAndSent(int events) {
        Relay relay = started(broker, config(10, HOLD, TIMEOUT));
        relay.wake(Set.of(SHARD));
        eventually().until(() -> broker.open() == events);
        return relay;
    }
}
