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
     * Finds the shards that have events to send: unpublished ones, or waiting ones whose time has come. Shards of
     * channels that an operator has paused are left out. One round trip to the database, no lock.
     *
     * @param channels the channels to look at
     * @return those with work, busy or not
     */
    Set<ShardId> pending(Set<String> channels);

    /**
     * Locks a shard and reads what may leave: first waiting events whose time has come, then unpublished ones in order
     * of position. Events behind a failed one of their aggregate are not among them; {@code settle} parks those. The
     * claim holds a database transaction until it is settled or closed, at most for the limits' {@code maxHold}, after
     * which the database may end it.
     *
     * @param shard what to lock
     * @param limits how much to read and how long to hold
     * @return empty if another relay holds the shard or the channel is paused
     */
    Optional<Claim> claim(ShardId shard, Limits limits);

    /**
     * Settles events whose claim has ended. Published ones that are no longer there are passed over; failures count
     * only for events that nobody else has published or tried since. Waits for the shard if it has to change what its
     * aggregates stand at.
     *
     * @param shard where they are
     * @param outcome what became of them
     * @return how many of the published ones were still there
     */
    int settle(ShardId shard, Outcome outcome);

    /**
     * How much one claim may take.
     *
     * @param rows the most events
     * @param bytes stop after the event that reaches this sum of payload bytes
     * @param maxHold the longest that the lock may be held
     */
    record Limits(int rows, long bytes, Duration maxHold) {}

    /** An event as a claim has read it. Made by the store, handed back to it in an {@link Outcome}. */
    interface Claimed {

        /**
         * What to send.
         *
         * @return the event; of an unreadable row only its id, position and aggregate mean something
         */
        OutboxEvent event();

        /**
         * How often the event has failed so far, on all nodes.
         *
         * @return 0 or more
         */
        int attempts();

        /**
         * Whether an operator sends an event once more that was published before.
         *
         * @return {@code false} unless the store says otherwise
         */
        default boolean isReplay() {
            return false;
        }

        /**
         * Why the row cannot be sent.
         *
         * @return what is wrong with it; empty if nothing is
         */
        Optional<RowFault> fault();
    }

    /**
     * Why a row cannot be sent as it is.
     *
     * @param newer whether a newer release wrote it in a format that this one does not know; otherwise it is broken
     * @param reason what is wrong, without its values
     */
    record RowFault(boolean newer, String reason) {}

    /**
     * An event that failed, through its own fault.
     *
     * @param claimed the event
     * @param counts whether this was one of its attempts
     * @param kind a short name of the kind of error, up to 100 characters
     * @param error what happened, for an operator; of any length and content
     * @param retryAfter when to try again, by the database's clock; empty to give up and put it into quarantine
     * @param hold whether the later events of its aggregate have to wait for it even in quarantine
     */
    record Failed(
            Claimed claimed, boolean counts, String kind, String error, Optional<Duration> retryAfter, boolean hold) {}

    /**
     * What became of claimed events. Those that are in neither list stay as they are.
     *
     * @param published those that the broker has confirmed; with a successor always its predecessors
     * @param failed those that failed
     */
    record Outcome(Collection<Claimed> published, Collection<Failed> failed) {

        /** Nothing has come of anything. */
        public static final Outcome NONE = new Outcome(List.of(), List.of());

        /**
         * Only published events.
         *
         * @param events which
         * @return the outcome
         */
        public static Outcome published(Collection<Claimed> events) {
            return new Outcome(events, List.of());
        }

        /**
         * Whether nothing is to be settled.
         *
         * @return {@code true} if both lists are empty
         */
        public boolean isEmpty() {
            return published.isEmpty() && failed.isEmpty();
        }
    }

    /** A locked shard. Used by one thread at a time. */
    interface Claim extends AutoCloseable {

        /**
         * What was read.
         *
         * @return the events that may leave, those of each aggregate in order; unmodifiable
         */
        List<Claimed> events();

        /**
         * Whether more events may be waiting behind these.
         *
         * @return {@code true} if a limit ended the reading, or events were read that have to be parked
         */
        boolean more();

        /**
         * Takes published events out of the outbox, records failures, parks events behind failed ones, and ends the
         * claim.
         *
         * @param outcome what became of {@link #events()}
         * @return how many of the published ones were still there; a smaller number than given means that another relay
         *     settled them
         */
        int settle(Outcome outcome);

        /** Ends the claim without a change. Does nothing after {@code settle}. */
        @Override
        void close();
    }
}
