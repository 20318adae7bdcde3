package org.eeoutbox.relay.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** What the workers of one channel share. Safe for use by several threads. */
final class Channel {

    private final String name;
    private final ShardQueue queue = new ShardQueue();
    private final Backoff backoff;
    private final Listeners listeners;
    private final AtomicInteger troubles = new AtomicInteger();

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

    /** A batch went wrong as a whole. */
    void pause(long now, Throwable cause) {
        long delay = backoff.after(troubles.incrementAndGet());
        queue.pause(now + delay);
        listeners.paused(name, Duration.ofNanos(delay), cause);
    }

    /** The broker has confirmed something. */
    void confirmed() {
        if (troubles.get() > 0 && troubles.getAndSet(0) > 0) {
            listeners.resumed(name);
        }
    }
}
