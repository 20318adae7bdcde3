package org.eeoutbox.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eeoutbox.OutboxEvent;

/**
 * The relay's view of the outbox tables. Every method takes a connection of its own, outside any JTA transaction, and
 * gives it back; all are safe for use by several threads, and all throw {@link org.eeoutbox.OutboxStoreException} when
 * the database fails.
 */
public interface OutboxStore {

    /**
     * Makes the store ready for a set of channels: checks the schema and registers what it does not know yet. Called
     * once, before any other method.
     *
     * @param channels all channels that this relay serves
     * @throws org.eeoutbox.OutboxConfigurationException if the tables are not there or do not fit
     */
    void open(Set<String> channels);

    /**
     * Finds the shards that have unpublished events. One round trip to the database, no lock.
     *
     * @param channels the channels to look at
     * @return those with work, busy or not
     */
    Set<ShardId> pending(Set<String> channels);

    /**
     * Locks a shard and reads its first events in order of position. The claim holds a database transaction until it
     * is settled or closed, at most for the limits' {@code maxHold}, after which the database may end it.
     *
     * @param shard what to lock
     * @param limits how much to read and how long to hold
     * @return empty if another relay holds the shard
     */
    Optional<Claim> claim(ShardId shard, Limits limits);

    /**
     * Settles published events whose claim has ended. Events that are no longer there are passed over.
     *
     * @param shard where they are
     * @param published events that the broker has confirmed
     * @return how many of them were still pending
     */
    int settle(ShardId shard, Collection<OutboxEvent> published);

    /**
     * How much one claim may take.
     *
     * @param rows the most events
     * @param bytes stop after the event that reaches this sum of payload bytes
     * @param maxHold the longest that the lock may be held
     */
    record Limits(int rows, long bytes, Duration maxHold) {}

    /** A locked shard. Used by one thread at a time. */
    interface Claim extends AutoCloseable {

        /**
         * What was read.
         *
         * @return the shard's first events in order of position; unmodifiable
         */
        List<OutboxEvent> events();

        /**
         * Whether more events may be waiting behind these.
         *
         * @return {@code true} if a limit ended the reading
         */
        boolean more();

        /**
         * Takes published events out of the outbox and ends the claim.
         *
         * @param published those of {@link #events()} that the broker has confirmed; may be empty
         * @return how many were still pending; a smaller number than given means that another relay settled them
         */
        int settle(Collection<OutboxEvent> published);

        /** Ends the claim; what was not settled stays pending. Does nothing after {@code settle}. */
        @Override
        void close();
    }
}
