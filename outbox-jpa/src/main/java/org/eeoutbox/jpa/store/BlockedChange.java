package org.eeoutbox.jpa.store;

import java.util.concurrent.ThreadLocalRandom;

/** How relays are told that the rows of a shard in outbox_blocked have changed: its number becomes another one. */
public final class BlockedChange {

    /** Parameters: {@link #number}, channel, shard. */
    public static final String UPDATE = "UPDATE outbox_shard SET blocked = ? WHERE channel = ? AND shard = ?";

    private BlockedChange() {}

    /**
     * A number that the shard has never had. Counting would not do: a database that loses its last changes, by a crash
     * or a fail-over, would give a number again that a relay remembers for something else.
     *
     * @return any number but 0, which means that nothing has ever changed
     */
    public static long number() {
        return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    }
}
