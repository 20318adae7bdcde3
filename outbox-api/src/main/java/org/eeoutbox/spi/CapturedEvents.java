package org.eeoutbox.spi;

import java.util.Set;

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
}
