package org.eeoutbox.relay.engine;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionFactory;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.FailureClassifier;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.AfterEach;

/** A store, a broker, and the relays between them. Time can be moved forward. */
abstract class RelayFixture {

    static final String CHANNEL = "orders";
    static final ShardId SHARD = new ShardId(CHANNEL, 0);
    static final ShardId OTHER = new ShardId(CHANNEL, 1);

    final AtomicLong ahead = new AtomicLong();
    final InMemoryStore store = new InMemoryStore(() -> System.nanoTime() + ahead.get());
    final Events events = new Events();
    final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger spareShard = new AtomicInteger(1000);
    private final List<Relay> relays = new ArrayList<>();

    /** Long holds and time-outs, short back-offs. */
    static final RelayConfig CONFIG = new RelayConfig(
            500,
            1 << 20,
            Duration.ofSeconds(60),
            Duration.ofSeconds(120),
            Duration.ofMillis(1),
            Duration.ofMillis(20),
            1,
            new RelayConfig.Retry(1000, Duration.ofMillis(1), Duration.ofMillis(20)),
            Set.of());

    static RelayConfig config(int batchSize, Duration maxHold, Duration sendTimeout) {
        return new RelayConfig(
                batchSize,
                1 << 20,
                maxHold,
                sendTimeout,
                CONFIG.minDelay(),
                CONFIG.maxDelay(),
                CONFIG.workers(),
                CONFIG.retry(),
                CONFIG.skipping());
    }

    Relay relay(Publisher publisher, RelayConfig config, RelayListener... more) {
        return relay(publisher, config, Set.of(CHANNEL), more);
    }

    Relay relay(Publisher publisher, RelayConfig config, Set<String> channels, RelayListener... more) {
        List<RelayListener> listeners = new ArrayList<>(List.of(more));
        listeners.add(events);
        Relay relay = new Relay(
                store,
                publisher,
                channels,
                config,
                new RelayRuntime(
                        this::thread,
                        () -> System.nanoTime() + ahead.get(),
                        () -> ThreadLocalRandom.current().nextDouble(),
                        RelayFixture::classify,
                        listeners));
        relays.add(relay);
        return relay;
    }

    Relay started(Publisher publisher, RelayConfig config, RelayListener... more) {
        Relay relay = relay(publisher, config, more);
        relay.start();
        return relay;
    }

    /** What the broker of these tests says is meant as its class says; of other exceptions nobody knows. */
    private static FailureClassifier.Trouble classify(OutboxEvent event, Throwable cause) {
        return cause instanceof BrokerException broker ? broker.trouble() : FailureClassifier.Trouble.UNKNOWN;
    }

    private synchronized Thread thread(Runnable work) {
        Thread thread = new Thread(work, "relay-" + threads.size());
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((died, cause) -> {});
        threads.add(thread);
        return thread;
    }

    /** Moves time forward and lets the relay notice. */
    void pass(Duration time, Relay relay) {
        ahead.addAndGet(time.toNanos());
        relay.wake(Set.of(new ShardId(CHANNEL, spareShard.getAndIncrement())));
    }

    static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(2));
    }

    /** Waits until everything is published; heartbeats find what has become due. */
    void drained(List<Relay> beating) {
        eventually().until(() -> {
            beating.forEach(Relay::heartbeat);
            return store.isEmpty();
        });
    }

    @AfterEach
    void stopAll() {
        relays.forEach(relay -> relay.stop(Duration.ZERO));
    }
}
