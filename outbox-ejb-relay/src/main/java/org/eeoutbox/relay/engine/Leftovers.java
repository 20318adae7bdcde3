package org.eeoutbox.relay.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Failed;
import org.eeoutbox.spi.OutboxStore.Outcome;
import org.eeoutbox.spi.ShardId;

/**
 * Batches whose claim has ended before all was answered and settled. Their shards stay taken, so that this node sends
 * nothing again while a broker's client still has it or a settlement is still to be made. Used by one worker's thread.
 */
final class Leftovers {

    private final RelayContext relay;
    private final Consumer<Batch> whenDone;
    private final List<Batch> batches = new ArrayList<>();

    Leftovers(RelayContext relay, Consumer<Batch> whenDone) {
        this.relay = relay;
        this.whenDone = whenDone;
    }

    void add(Batch batch) {
        batches.add(batch);
    }

    boolean isEmpty() {
        return batches.isEmpty();
    }

    int events() {
        int events = 0;
        for (Batch batch : batches) {
            events += batch.heldEvents();
        }
        return events;
    }

    long bytes() {
        long bytes = 0;
        for (Batch batch : batches) {
            bytes += batch.heldBytes();
        }
        return bytes;
    }

    /** The nanoseconds until a settlement is to be tried again; the largest number if none is. */
    long untilSettle(long now) {
        long wait = Long.MAX_VALUE;
        for (Batch batch : batches) {
            if (batch.isUnsettled()) {
                wait = Math.min(wait, Math.max(0, batch.settleAt - now));
            }
        }
        return wait;
    }

    /** Settles what was confirmed since, and lets go of the batches that are done. */
    void settle(boolean atOnce) {
        for (Iterator<Batch> each = batches.iterator(); each.hasNext(); ) {
            Batch batch = each.next();
            long now = relay.clock().getAsLong();
            if (batch.isUnsettled() && (atOnce || batch.settleAt - now <= 0)) {
                settle(batch);
            }
            if (batch.isDone()) {
                each.remove();
                whenDone.accept(batch);
            }
        }
    }

    private void settle(Batch batch) {
        OutboxStore store = relay.store();
        ShardId shard = batch.shard.id;
        try {
            Outcome outcome = batch.outcome();
            int found = store.settle(shard, outcome);
            relay.health().answered();
            settled(batch, outcome, found, relay.listeners());
        } catch (RuntimeException e) {
            failed(batch);
            relay.health().failed(e);
        }
    }

    private void failed(Batch batch) {
        batch.settleFailures++;
        batch.settleAt = relay.clock().getAsLong() + relay.backoff().after(batch.settleFailures);
    }

    /** Notes a settlement that found so many of the published events still there. */
    static void settled(Batch batch, Outcome outcome, int found, Listeners listeners) {
        int given = outcome.published().size();
        batch.settled();
        if (found > 0) {
            listeners.settled(batch.shard.id, found);
        }
        if (found < given) {
            listeners.settledElsewhere(batch.shard.id, given - found);
        }
        for (Failed failed : outcome.failed()) {
            OutboxEvent event = failed.claimed().event();
            int attempts = failed.claimed().attempts() + (failed.counts() ? 1 : 0);
            if (failed.retryAfter().isPresent()) {
                listeners.postponed(event, attempts, failed.retryAfter().get());
            } else {
                listeners.quarantined(event, attempts, failed.kind());
            }
        }
    }
}
