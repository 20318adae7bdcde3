package org.eeoutbox.relay.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.ShardId;

/**
 * Publishes committed events: at least once, and the first deliveries of one aggregate's events in order.
 *
 * <p>A relay sleeps until {@link #wake} or {@link #heartbeat} tells it where work is. Each channel has threads of its
 * own, so that a slow one stops no other. Started once and stopped once; safe for use by several threads.
 */
public final class Relay {

    private static final Duration SETTLE_TIME = Duration.ofSeconds(2);
    private static final Duration INTERRUPT_TIME = Duration.ofSeconds(1);

    /** A worker and the thread that runs it now. */
    private static final class Post {
        final Worker worker;
        volatile Thread thread;

        Post(Worker worker) {
            this.worker = worker;
        }

        boolean isManned() {
            Thread now = thread;
            return now != null && now.isAlive();
        }

        void interrupt() {
            Thread now = thread;
            if (now != null) {
                now.interrupt();
            }
        }
    }

    private final OutboxStore store;
    private final StoreHealth health;
    private final Listeners listeners;
    private final ThreadFactory threads;
    private final LongSupplier clock;
    private final StopSignal stop = new StopSignal();
    private final Map<String, Channel> channels = new HashMap<>();
    private final List<Post> posts = new ArrayList<>();
    private final AtomicBoolean started = new AtomicBoolean();
    private final ReentrantLock beat = new ReentrantLock();
    private volatile boolean running;
    private volatile boolean open;

    /**
     * Makes a relay that does nothing yet.
     *
     * @param store the outbox tables
     * @param publisher the way out
     * @param channels which channels to serve
     * @param config how
     * @param runtime threads, time, randomness, and who is told
     */
    public Relay(
            OutboxStore store, Publisher publisher, Set<String> channels, RelayConfig config, RelayRuntime runtime) {
        this.store = store;
        this.threads = runtime.threads();
        this.clock = runtime.nanoClock();
        this.listeners = new Listeners(runtime.listeners());
        this.health = new StoreHealth(listeners);
        Backoff backoff =
                new Backoff(config.minDelay().toNanos(), config.maxDelay().toNanos(), runtime.random());
        RelayConfig.Retry retry = config.retry();
        Failures failures = new Failures(
                runtime.classifier(),
                config,
                new Backoff(retry.minDelay().toNanos(), retry.maxDelay().toNanos(), runtime.random()));
        RelayContext context =
                new RelayContext(store, health, publisher, config, clock, backoff, failures, listeners, stop);
        for (String name : channels) {
            Channel channel = new Channel(name, backoff, listeners);
            this.channels.put(name, channel);
            for (int i = 0; i < config.workers(); i++) {
                posts.add(new Post(new Worker(channel, context, Worker.lookAgain(runtime))));
            }
        }
    }

    /**
     * Opens the store and starts the threads. If the database is away, it is opened by a later heartbeat.
     *
     * @throws org.eeoutbox.OutboxConfigurationException if the tables do not fit; nothing is started then
     * @throws IllegalStateException if the relay was started before
     */
    public void start() {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("A relay starts once; make another.");
        }
        beat.lock();
        try {
            tryToOpen();
            running = true;
            for (Post post : posts) {
                man(post);
            }
        } catch (RuntimeException e) {
            stop.request(clock.getAsLong());
            posts.forEach(post -> post.worker.ring());
            throw e;
        } finally {
            beat.unlock();
        }
    }

    private void tryToOpen() {
        try {
            store.open(Set.copyOf(channels.keySet()));
            open = true;
        } catch (OutboxStoreException e) {
            health.failed(e);
        }
    }

    private void man(Post post) {
        Thread thread = threads.newThread(post.worker);
        post.thread = thread;
        thread.start();
    }

    /**
     * Looks for work that nobody has told of, in one round trip to the database, and replaces threads that have died.
     * To be called about once a second. Throws nothing but a {@link VirtualMachineError}; a call during another one does
     * nothing.
     */
    public void heartbeat() {
        if (!running || !beat.tryLock()) {
            return;
        }
        try {
            if (!stop.requested()) {
                replaceTheDead();
                look();
            }
        } finally {
            beat.unlock();
        }
    }

    private void look() {
        try {
            if (!open) {
                tryToOpen();
            }
            if (open) {
                Set<ShardId> pending = store.pending(Set.copyOf(channels.keySet()));
                health.answered();
                listeners.looked(pending);
                wake(pending);
            }
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            // Drivers and pools throw errors too, and the next heartbeat has to come.
            health.failed(e);
        }
    }

    private void replaceTheDead() {
        for (Post post : posts) {
            if (!post.isManned()) {
                try {
                    man(post);
                } catch (RuntimeException e) {
                    listeners.workerFailed(post.worker.channel(), e);
                }
            }
        }
    }

    /**
     * Tells that events were committed. Cheap, never waits for the database or a broker, and throws nothing: made for
     * the thread that has just committed them.
     *
     * @param shards where; those of channels that this relay does not serve are passed over
     */
    public void wake(Set<ShardId> shards) {
        if (!open || stop.requested()) {
            return;
        }
        for (ShardId shard : shards) {
            Channel channel = channels.get(shard.channel());
            if (channel != null) {
                channel.queue().ring(shard);
            }
        }
    }

    /**
     * Stops: nothing is claimed or sent from here on, what is confirmed within the grace is settled, the rest stays
     * pending. Returns when the threads have ended, a few seconds after the grace at the latest. A second call waits
     * likewise.
     *
     * @param grace how long to wait for the broker's answers
     */
    public void stop(Duration grace) {
        if (!running) {
            return;
        }
        if (!stop.requested()) {
            stop.request(clock.getAsLong() + grace.toNanos());
        }
        posts.forEach(post -> post.worker.ring());
        if (!ended(grace.plus(SETTLE_TIME))) {
            // A worker hangs in a driver or a connector: this is the only way to reach it.
            posts.forEach(Post::interrupt);
            ended(INTERRUPT_TIME);
        }
    }

    private boolean ended(Duration patience) {
        long until = System.nanoTime() + patience.toNanos();
        boolean all = true;
        for (Post post : posts) {
            all &= ended(post, Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
        }
        return all;
    }

    private static boolean ended(Post post, long millis) {
        Thread thread = post.thread;
        if (thread != null) {
            try {
                thread.join(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return !post.isManned();
    }
}
