package org.eeoutbox.relay.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import org.eeoutbox.spi.ShardId;

/**
 * Which shards of one channel have work, first come, first served. A shard is with at most one worker at a time. Safe
 * for use by several threads; no method blocks or calls out.
 */
final class ShardQueue {

    private final Map<ShardId, Shard> shards = new HashMap<>();
    private final Queue<Shard> ready = new ArrayDeque<>();
    private final Queue<Shard> delayed = new PriorityQueue<>((a, b) -> Long.compare(a.readyAt - b.readyAt, 0));
    private final List<Mailbox> workers = new ArrayList<>();
    private boolean paused;
    private long pausedUntil;

    synchronized void add(Mailbox worker) {
        workers.add(worker);
    }

    /** Somebody saw work. A shard that waits for its time goes on waiting. */
    synchronized void ring(ShardId id) {
        Shard shard = shards.computeIfAbsent(id, Shard::new);
        if (shard.state == Shard.State.TAKEN) {
            shard.rungWhileTaken = true;
        } else if (shard.state == Shard.State.IDLE) {
            makeReady(shard);
        }
    }

    /** Takes the next shard with work; {@code null} if there is none or the channel is paused. */
    synchronized Shard take(long now) {
        if (paused && pausedUntil - now > 0) {
            return null;
        }
        paused = false;
        while (!delayed.isEmpty() && delayed.peek().readyAt - now <= 0) {
            Shard due = delayed.remove();
            due.state = Shard.State.READY;
            ready.add(due);
        }
        Shard shard = ready.poll();
        if (shard != null) {
            shard.state = Shard.State.TAKEN;
            shard.rungWhileTaken = false;
        }
        return shard;
    }

    /** The nanoseconds until {@link #take} can find something without a ring; the largest number if never. */
    synchronized long untilNext(long now) {
        if (paused) {
            return Math.max(0, pausedUntil - now);
        }
        if (!ready.isEmpty()) {
            return 0;
        }
        return delayed.isEmpty() ? Long.MAX_VALUE : Math.max(0, delayed.peek().readyAt - now);
    }

    /** Gives a shard back. */
    synchronized void release(Shard shard, boolean moreWork) {
        if (moreWork || shard.rungWhileTaken) {
            makeReady(shard);
        } else {
            shard.state = Shard.State.IDLE;
        }
    }

    /** Gives a shard back that has work, but not before its time. */
    synchronized void delay(Shard shard, long until) {
        shard.state = Shard.State.DELAYED;
        shard.readyAt = until;
        delayed.add(shard);
        workers.forEach(Mailbox::ring);
    }

    /** Lets nobody take anything before the given time. */
    synchronized void pause(long until) {
        if (!paused || until - pausedUntil > 0) {
            paused = true;
            pausedUntil = until;
        }
    }

    private void makeReady(Shard shard) {
        shard.state = Shard.State.READY;
        ready.add(shard);
        workers.forEach(Mailbox::ring);
    }
}
