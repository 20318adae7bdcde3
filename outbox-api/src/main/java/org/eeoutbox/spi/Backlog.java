package org.eeoutbox.spi;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How much stands in the outbox tables, for whoever watches it. Safe for use by several threads. */
public interface Backlog {

    /**
     * Looks at the tables: one round trip to the database, no lock, and a number of rows that does not grow with the
     * tables. On a connection of its own, outside any JTA transaction.
     *
     * @param channels the channels to look at
     * @return what stands where, one entry for each of the channels
     * @throws org.eeoutbox.OutboxStoreException if the database fails
     */
    Map<String, Standing> read(Set<String> channels);

    /**
     * What stands in the tables of one channel, of all nodes together.
     *
     * @param pending events that may leave now; where they are many, an estimate
     * @param oldestAge since when the first of those waits: the database's time now minus the event's {@code occurredAt};
     *     empty if there is none
     * @param waiting events that may not leave yet; counted up to a limit
     * @param blocked aggregates whose next event cannot follow; counted up to a limit
     * @param quarantined events that were given up; counted up to a limit
     * @param paused whether an operator has paused the channel
     */
    record Standing(
            long pending, Optional<Duration> oldestAge, long waiting, long blocked, long quarantined, boolean paused) {}
}
