package org.eeoutbox.relay.engine;

import java.time.Duration;
import java.util.Set;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.ShardId;

/**
 * Is told what a relay does. Called on the relay's own threads, which wait for the answer, by several of them at once.
 * What a listener throws is dropped. Every method does nothing by default.
 */
public interface RelayListener {

    /**
     * The relay has looked for work, as it does with every heartbeat, and the store has answered.
     *
     * @param pending the shards that have work; those of paused channels are not among them
     */
    default void looked(Set<ShardId> pending) {}

    /**
     * A shard was locked and read.
     *
     * @param shard which
     * @param events how many events were read
     */
    default void claimed(ShardId shard, int events) {}

    /**
     * Another relay holds a shard; it is looked at again soon.
     *
     * @param shard which
     */
    default void heldElsewhere(ShardId shard) {}

    /**
     * An event is about to be handed to the publisher.
     *
     * @param event which
     */
    default void sent(OutboxEvent event) {}

    /**
     * The broker has confirmed an event.
     *
     * @param event which
     * @param nanos the time from the hand-over to the confirmation
     */
    default void acked(OutboxEvent event, long nanos) {}

    /**
     * The broker has confirmed an event that an operator has sent once more. Told instead of {@link #acked}.
     *
     * @param event which
     * @param nanos the time from the hand-over to the confirmation
     */
    default void replayed(OutboxEvent event, long nanos) {}

    /**
     * A send failed: the event was refused, or not confirmed in time. What follows from it is told when it is settled.
     *
     * @param event which
     * @param cause a {@link java.util.concurrent.TimeoutException} if there was no answer in time
     */
    default void failed(OutboxEvent event, Throwable cause) {}

    /**
     * An event failed through its own fault and waits for its next attempt, its aggregate with it.
     *
     * @param event which
     * @param attempts how often it has failed so far, on all nodes
     * @param delay how long it waits
     */
    default void postponed(OutboxEvent event, int attempts, Duration delay) {}

    /**
     * An event was given up and put into quarantine.
     *
     * @param event which
     * @param attempts how often it has failed, on all nodes
     * @param kind the kind of its last error
     */
    default void quarantined(OutboxEvent event, int attempts, String kind) {}

    /**
     * An event was confirmed after it had counted as failed. It may be published twice.
     *
     * @param event which
     */
    default void ackedTooLate(OutboxEvent event) {}

    /**
     * The hold of a claim ended before all answers were there. The shard is left alone until they are.
     *
     * @param shard which
     * @param unanswered how many answers are missing
     */
    default void holdEnded(ShardId shard, int unanswered) {}

    /**
     * Published events were taken out of the outbox.
     *
     * @param shard where they were
     * @param events how many
     */
    default void settled(ShardId shard, int events) {}

    /**
     * Published events were no longer in the outbox: another relay has settled them, so they may have been published
     * twice.
     *
     * @param shard where they were
     * @param events how many
     */
    default void settledElsewhere(ShardId shard, int events) {}

    /**
     * A channel takes nothing; the relay waits before it tries again.
     *
     * @param channel its name
     * @param delay how long
     * @param cause the last failure
     */
    default void paused(String channel, Duration delay, Throwable cause) {}

    /**
     * A channel that was paused has confirmed an event.
     *
     * @param channel its name
     */
    default void resumed(String channel) {}

    /**
     * The store failed; the relay tries again after a back-off.
     *
     * @param cause what it threw
     */
    default void storeFailed(Throwable cause) {}

    /** The store answers again after a failure. */
    default void storeRecovered() {}

    /**
     * A worker met an exception that it does not expect. It goes on; if its thread has ended, the next heartbeat starts
     * another.
     *
     * @param channel the channel that it serves
     * @param cause what was thrown
     */
    default void workerFailed(String channel, Throwable cause) {}

    /**
     * A worker has stopped with events unanswered. They stay in the outbox, and may be published twice.
     *
     * @param channel the channel that it served
     * @param events how many
     */
    default void stoppedUnanswered(String channel, int events) {}
}
