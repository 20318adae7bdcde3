package org.eeoutbox.relay.engine;

import org.eeoutbox.spi.ShardId;

/** A shard as its {@link ShardQueue} sees it; the queue's lock guards the package-private fields. */
final class Shard {

    enum State {
        IDLE,
        READY,
        TAKEN,
        DELAYED
    }

    final ShardId id;
    State state = State.IDLE;

    /** Whether somebody rang for it since it was taken: its work may have come too late for the claim's reading. */
    boolean rungWhileTaken;

    long readyAt;

    /** Claims in a row with a failed send; for whoever has taken it. */
    int failures;

    /** Claims in a row that found it held by another relay; for whoever has taken it. */
    int refusals;

    Shard(ShardId id) {
        this.id = id;
    }
}
