package org.eeoutbox.spi;

import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The events that one transaction has captured. Fired as a synchronous CDI event inside the transaction, once, when
 * its first outbox event is captured; a relay observes it {@code AFTER_SUCCESS} and knows where to look.
 */
public interface CapturedEvents {

    /**
     * Where the events are.
     *
     * @return complete once the transaction has committed; empty before
     */
    Set<ShardId> shards();

    /**
     * The events themselves.
     *
     * @return complete once the transaction has committed; what is there before may still be rolled back
     */
    List<Captured> events();

    /**
     * One captured event.
     *
     * @param id its id
     * @param shard where it is
     * @param delayed whether it leaves at a later time only
     */
    record Captured(UUID id, ShardId shard, boolean delayed) {}
}
