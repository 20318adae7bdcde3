package org.eeoutbox.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eeoutbox.spi.Backlog;
import org.eeoutbox.spi.Backlog.Standing;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
import org.eeoutbox.spi.OutboxStore.Failed;
import org.eeoutbox.spi.OutboxStore.Outcome;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.Test;

/** What every view of the backlog must say. Implemented by the test of the store whose rows it counts. */
public interface BacklogContract {

    /**
     * The store.
     *
     * @return one of the channels orders and billing, open, whose tables were empty when the test began
     */
    OutboxStore store();

    /**
     * The view.
     *
     * @return one of the same tables
     */
    Backlog backlog();

    /**
     * Adds an unpublished row that has just occurred.
     *
     * @param shard where
     * @param aggregateId of which aggregate
     * @param sequence its sequence
     * @param payload its payload
     */
    void put(ShardId shard, String aggregateId, Integer sequence, String payload);

    /**
     * Does what an operator does.
     *
     * @param channel which channel
     * @param paused whether it is to be paused
     */
    void pause(String channel, boolean paused);

    /** Without rows. */
    @Test
    default void emptyTablesHaveNoBacklog() {
        assertThat(backlog().read(Set.of("orders", "billing"))).hasSize(2).containsEntry("orders", empty(false));
        assertThat(backlog().read(Set.of())).isEmpty();
    }

    /** A channel that another application will register. */
    @Test
    default void aChannelThatNobodyKnowsHasNoBacklog() {
        assertThat(backlog().read(Set.of("unheard-of"))).containsEntry("unheard-of", empty(false));
    }

    /** Each channel for itself, all shards together. */
    @Test
    default void pendingEventsAreCountedPerChannel() {
        put(new ShardId("orders", 0), "a", 1, "1");
        put(new ShardId("orders", 7), "b", 1, "2");
        put(new ShardId("billing", 3), "c", 1, "3");
        Standing orders = backlog().read(Set.of("orders", "billing")).get("orders");
        assertThat(orders.pending()).isEqualTo(2);
        assertThat(orders.oldestAge()).hasValueSatisfying(age -> assertThat(age).isLessThan(Duration.ofMinutes(1)));
        assertThat(orders.waiting()).isZero();
    }

    /** An event that is tried again, and its successor behind it. */
    @Test
    default void whatWaitsIsCountedApart() {
        put(new ShardId("orders", 3), "a", 1, "fails");
        put(new ShardId("orders", 3), "a", 2, "behind it");
        settleFirst(Optional.of(Duration.ofHours(1)));
        parkSuccessors();
        Standing orders = backlog().read(Set.of("orders")).get("orders");
        assertThat(orders).isEqualTo(new Standing(0, Optional.empty(), 2, 1, 0, false));
    }

    /** An event that was given up, with its successor behind it. */
    @Test
    default void whatWasGivenUpIsCountedApart() {
        put(new ShardId("orders", 3), "a", 1, "fails");
        put(new ShardId("orders", 3), "a", 2, "behind it");
        settleFirst(Optional.empty());
        parkSuccessors();
        Standing orders = backlog().read(Set.of("orders")).get("orders");
        assertThat(orders).isEqualTo(new Standing(0, Optional.empty(), 1, 1, 1, false));
    }

    /** Whether or not something stands there. */
    @Test
    default void aPausedChannelSaysSo() {
        pause("orders", true);
        assertThat(backlog().read(Set.of("orders", "billing")))
                .containsEntry("orders", empty(true))
                .containsEntry("billing", empty(false));
        pause("orders", false);
        assertThat(backlog().read(Set.of("orders"))).containsEntry("orders", empty(false));
    }

    private void settleFirst(Optional<Duration> retryAfter) {
        try (Claim claim = store().claim(new ShardId("orders", 3), OutboxStoreContract.LIMITS)
                .orElseThrow()) {
            claim.settle(new Outcome(
                    List.of(),
                    List.of(new Failed(claim.events().get(0), true, "Refused", "refused", retryAfter, true))));
        }
    }

    private void parkSuccessors() {
        try (Claim claim = store().claim(new ShardId("orders", 3), OutboxStoreContract.LIMITS)
                .orElseThrow()) {
            claim.settle(Outcome.NONE);
        }
    }

    private static Standing empty(boolean paused) {
        return new Standing(0, Optional.empty(), 0, 0, 0, paused);
    }
}
