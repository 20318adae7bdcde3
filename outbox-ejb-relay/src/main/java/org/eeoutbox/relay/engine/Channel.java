package org.eeoutbox.relay.engine;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** What the workers of one channel share. Safe for use by several threads. */
final class Channel {

    private final String name;
    private final ShardQueue queue = new ShardQueue();
    private final Backoff backoff;
    private final Listeners listeners;
    private final AtomicInteger troubles = new AtomicInteger();
    private final Suspects suspects = new Suspects();
    private volatile boolean certain;

    Channel(String name, Backoff backoff, Listeners listeners) {
        this.name = name;
        this.backoff = backoff;
        this.listeners = listeners;
    }

    String name() {
        return name;
    }

    ShardQueue queue() {
        return queue;
    }

    Suspects suspects() {
        return suspects;
    }

    /**
     * Whether nothing was confirmed since the last batch that went wrong as a whole, and the channel is to blame for
     * certain. Otherwise healthy events may stand behind those that failed.
     */
    boolean inTrouble() {
        return troubles.get() > 0 && certain;
    }

    /** A batch went wrong as a whole. If that is the channel's fault for certain, nobody claims until the delay is over. */
    void trouble(long now, Throwable cause, boolean forCertain) {
        certain = forCertain;
        long delay = backoff.after(troubles.incrementAndGet());
        if (forCertain) {
            queue.pause(now + delay);
        }
        listeners.paused(name, Duration.ofNanos(delay), cause);
    }

    /** The broker has confirmed an event. */
    void confirmed(UUID event) {
        suspects.confirmed(event);
        if (troubles.get() > 0 && troubles.getAndSet(0) > 0) {
            listeners.resumed(name);
        }
    }
}
