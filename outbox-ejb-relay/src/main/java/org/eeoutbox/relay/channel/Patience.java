package org.eeoutbox.relay.channel;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Tells when a connector has been silent for too long. One that loses its broker may forget what it was given, and with
 * it how much it has asked for, and then takes nothing ever again. A broker that is away is as silent; so patience
 * doubles each time that it ends, until there is an answer. Safe for use by several threads.
 */
final class Patience {

    private static final Duration LONGEST = Duration.ofHours(1);

    private final long shortest;
    private final LongSupplier nanoTime;
    private long patience;
    private long since;
    private int unanswered;

    Patience(Duration shortest, LongSupplier nanoTime) {
        this.shortest = shortest.toNanos();
        this.nanoTime = nanoTime;
        this.patience = this.shortest;
    }

    /** Something is about to be sent: whether patience has ended, in which case it begins anew. */
    synchronized boolean endsBefore() {
        long now = nanoTime.getAsLong();
        boolean ended = unanswered > 0 && now - since > patience;
        if (ended) {
            patience = Math.max(shortest, Math.min(2 * patience, LONGEST.toNanos()));
            unanswered = 0;
        }
        if (unanswered == 0) {
            since = now;
        }
        unanswered++;
        return ended;
    }

    synchronized void answered() {
        unanswered = Math.max(0, unanswered - 1);
        since = nanoTime.getAsLong();
        patience = shortest;
    }
}
