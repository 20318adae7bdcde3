package org.eeoutbox.relay.health;

import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.spi.ShardId;

/** Whether the heartbeat comes, and whether the store answers it. Safe for use by several threads. */
final class Pulse implements RelayListener {

    /** A heartbeat that waits for the database is no dead one; a connection that is never answered any more is. */
    private static final Duration LONGEST_BEAT = Duration.ofMinutes(5);

    private final LongSupplier clock;
    private final long limitNanos;
    private volatile long beganAt;
    private volatile boolean beating;
    private volatile boolean storeAnswers;

    Pulse(Duration heartbeat, LongSupplier nanoClock) {
        this.clock = nanoClock;
        Duration limit = heartbeat.multipliedBy(10);
        this.limitNanos = Math.max(Duration.ofSeconds(30).toNanos(), limit.toNanos());
        this.beganAt = nanoClock.getAsLong();
    }

    void beat(Runnable heartbeat) {
        beganAt = clock.getAsLong();
        beating = true;
        try {
            heartbeat.run();
        } finally {
            beating = false;
        }
    }

    Verdict live() {
        long silence = clock.getAsLong() - beganAt;
        boolean up = silence < (beating ? LONGEST_BEAT.toNanos() : limitNanos);
        return Verdict.of(
                up,
                "heartbeat",
                up ? "beats" : "silent for " + Duration.ofNanos(silence).toSeconds() + " s");
    }

    Verdict ready() {
        return Verdict.of(storeAnswers, "tables", storeAnswers ? "reachable" : "not reachable");
    }

    @Override
    public void looked(Set<ShardId> pending) {
        storeAnswers = true;
    }

    @Override
    public void storeFailed(Throwable cause) {
        storeAnswers = false;
    }

    @Override
    public void storeRecovered() {
        storeAnswers = true;
    }
}
