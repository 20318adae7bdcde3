package org.eeoutbox.relay.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.eeoutbox.OutboxEvent;
import org.junit.jupiter.api.Test;

class RelayStopTest extends RelayFixture {

    private static final Duration GRACE = Duration.ofSeconds(30);

    private final Broker broker = new Broker();

    @Test
    void waitsForAnswersAndSettlesThemButSendsNothingMore() {
        OutboxEvent first = store.append(SHARD, "a");
        store.append(SHARD, "a");
        Relay relay = startedAndSent(1);

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> relay.stop(GRACE));
        relay.wake(Set.of(OTHER));
        eventually().until(() -> stopping(relay));
        broker.confirm(first);

        stopped.join();
        assertThat(broker.handedOver()).containsExactly(first);
        assertThat(store.size()).isEqualTo(1);
        assertThat(store.openClaims()).isZero();
        assertThat(threads).noneMatch(Thread::isAlive);
    }

    @Test
    void leavesPendingWhatIsNotConfirmedWithinTheGrace() {
        OutboxEvent confirmed = store.append(SHARD, "a");
        store.append(SHARD, "b");
        Relay relay = startedAndSent(2);
        broker.confirm(confirmed);
        eventually().until(() -> events.has("acked 1"));

        relay.stop(Duration.ofMillis(1));
        assertThat(store.size()).isEqualTo(1);
        assertThat(store.openClaims()).isZero();
        assertThat(events.lines()).contains("stopped unanswered 1");
        assertThat(threads).noneMatch(Thread::isAlive);
    }

    @Test
    void settlesStragglersWithinTheGrace() {
        OutboxEvent event = store.append(SHARD, "a");
        Relay relay = startedAndSent(1);
        pass(CONFIG.maxHold(), relay);
        eventually().until(() -> events.has("hold ended 0 1"));

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> relay.stop(GRACE));
        broker.confirm(event);
        stopped.join();
        assertThat(store.isEmpty()).isTrue();
    }

    @Test
    void stopsAnIdleRelayAtOnceAndOnlyOnce() {
        Relay relay = started(broker, CONFIG);
        relay.stop(GRACE);
        relay.stop(GRACE);
        relay.heartbeat();
        relay.wake(Set.of(SHARD));

        assertThat(threads).hasSize(1).noneMatch(Thread::isAlive);
        assertThat(store.calls("pending")).isZero();
        assertThatThrownBy(relay::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void stopsARelayThatWasNeverStarted() {
        relay(broker, CONFIG).stop(GRACE);
        assertThat(threads).isEmpty();
    }

    @Test
    void interruptsAConnectorThatHangs() {
        store.append(SHARD, "a");
        CountDownLatch never = new CountDownLatch(1);
        broker.behaviour = (self, event) -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        Relay relay = startedAndSent(1);

        relay.stop(Duration.ZERO);
        assertThat(threads).noneMatch(Thread::isAlive);
        assertThat(store.size()).isEqualTo(1);
    }

    @Test
    void doesNotWaitForAHeartbeatThatHangsInTheDatabase() {
        Relay relay = started(broker, CONFIG);
        CountDownLatch inside = new CountDownLatch(1);
        CompletableFuture<Void> never = new CompletableFuture<>();
        store.failing = operation -> {
            inside.countDown();
            never.join();
            return false;
        };
        CompletableFuture<Void> beat = CompletableFuture.runAsync(relay::heartbeat);
        eventually().until(() -> inside.getCount() == 0);

        relay.stop(GRACE);
        assertThat(threads).noneMatch(Thread::isAlive);
        assertThat(beat).isNotDone();
        never.complete(null);
    }

    /** A wake-up that is passed over shows that the stop has been asked for. */
    private boolean stopping(Relay relay) {
        int before = store.calls("pending");
        relay.heartbeat();
        return store.calls("pending") == before;
    }

    private Relay startedAndSent(int events) {
        Relay relay = started(broker, CONFIG);
        relay.wake(Set.of(SHARD));
        eventually().until(() -> broker.open() == events);
        return relay;
    }
}
