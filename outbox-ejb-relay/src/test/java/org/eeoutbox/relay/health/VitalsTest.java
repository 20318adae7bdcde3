package org.eeoutbox.relay.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.spi.Backlog.Standing;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.Test;

class VitalsTest {

    private static final OutboxEvent EVENT = new OutboxEvent(
            new UUID(0, 1),
            OutboxMessage.about("order", "42").type("t").channel("orders").build(),
            OptionalLong.of(1),
            OptionalLong.of(0),
            Instant.EPOCH,
            0,
            1);

    private final AtomicLong now = new AtomicLong();
    private final ChannelStates states = new ChannelStates(Set.of("orders"), now::get);
    private Standing standing = standing(Duration.ZERO, false);

    private static Standing standing(Duration oldest, boolean paused) {
        return new Standing(1, Optional.of(oldest), 0, 0, 0, paused);
    }

    private Vitals vitals(boolean report) {
        return new Vitals(
                new HealthSettings(Duration.ofMinutes(10), Duration.ZERO, report),
                states,
                channel -> Optional.of(standing),
                new Vitals.Surroundings(
                        now::get, Thread::new, new SmallRyeConfigBuilder().build(), Duration.ofSeconds(1)));
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void theRelayLivesAsLongAsItsHeartbeatComes() {
        Vitals vitals = vitals(false);
        vitals.beat(() -> {});
        pass(Duration.ofSeconds(29));
        assertThat(vitals.live().up()).isTrue();
        pass(Duration.ofSeconds(2));
        assertThat(vitals.live().up()).isFalse();
        vitals.beat(() -> assertThat(vitals.live().up()).isTrue());
        assertThat(vitals.live().up()).isTrue();
    }

    @Test
    void aHeartbeatThatNeverReturnsIsDead() {
        Vitals vitals = vitals(false);
        vitals.beat(() -> {
            pass(Duration.ofMinutes(4));
            assertThat(vitals.live().up()).isTrue();
            pass(Duration.ofMinutes(2));
            assertThat(vitals.live().up()).isFalse();
        });
    }

    @Test
    void aBrokerThatIsAwayIsNoReasonToKillTheServer() {
        Vitals vitals = vitals(false);
        states.paused("orders", Duration.ofSeconds(1), new IllegalStateException());
        states.looked(Set.of(new ShardId("orders", 0)));
        vitals.beat(() -> {});
        assertThat(vitals.live().up()).isTrue();
        assertThat(vitals.channels().up()).isFalse();
        states.resumed("orders");
        assertThat(vitals.channels().up()).isTrue();
    }

    @Test
    void aChannelThatDoesNotAnswerIsDeadUntilItDoes() {
        Vitals vitals = vitals(false);
        states.sent(EVENT);
        pass(Duration.ofSeconds(9));
        assertThat(vitals.channels().up()).isTrue();
        pass(Duration.ofSeconds(2));
        assertThat(vitals.channels().up()).isFalse();
        assertThat(vitals.channels().data()).containsEntry("orders", "has not answered for 11 s");
        states.acked(EVENT, 1);
        assertThat(vitals.channels().up()).isTrue();
    }

    @Test
    void anEventThatWaitsForTooLongIsToldUnlessAnOperatorWantsIt() {
        standing = standing(Duration.ofMinutes(11), false);
        assertThat(vitals(false).channels().up()).isFalse();
        assertThat(vitals(true).channels().up()).as("reported only").isTrue();
        assertThat(vitals(true).channels().data()).containsEntry("orders", "has an event that waits for 660 s");
        standing = standing(Duration.ofMinutes(11), true);
        assertThat(vitals(false).channels().up()).isTrue();
        assertThat(vitals(false).channels().data()).containsEntry("orders", "paused by an operator");
    }

    @Test
    void theNodeIsReadyWhileTheTablesAnswer() {
        Vitals vitals = vitals(false);
        assertThat(vitals.ready().up()).isFalse();
        vitals.listener().looked(Set.of());
        assertThat(vitals.ready().up()).isTrue();
        vitals.listener().storeFailed(new IllegalStateException());
        assertThat(vitals.ready().up()).isFalse();
        vitals.listener().storeRecovered();
        assertThat(vitals.ready().up()).isTrue();
    }
}
