package org.eeoutbox.relay.metrics;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.eeoutbox.OutboxException;
import org.eeoutbox.spi.Backlog;
import org.eeoutbox.spi.Backlog.Standing;

/**
 * What stands in the tables, as seen at most ten seconds ago. Whoever asks never waits for the database: the heartbeat
 * looks, at most once in ten seconds, and only while somebody asks. Safe for use by several threads.
 */
public final class BacklogView {

    private static final long PERIOD_NANOS = Duration.ofSeconds(10).toNanos();

    /** Longer than the time between two scrapes, or the second would be told what was true at the first. */
    private static final long INTEREST_NANOS = Duration.ofMinutes(5).toNanos();

    private final Backlog backlog;
    private final Set<String> channels;
    private final LongSupplier clock;
    private volatile Map<String, Standing> seen = Map.of();
    private volatile boolean asked;
    private volatile long askedAt;
    private boolean looked;
    private long lookedAt;

    /**
     * A view that has seen nothing yet.
     *
     * @param backlog where to look
     * @param channels at which channels
     * @param nanoClock a monotonic clock
     */
    public BacklogView(Backlog backlog, Set<String> channels, LongSupplier nanoClock) {
        this.backlog = backlog;
        this.channels = channels;
        this.clock = nanoClock;
    }

    /**
     * What stands in a channel.
     *
     * @param channel which
     * @return empty if that is not known: nobody has asked before, or the database does not answer
     */
    public Optional<Standing> of(String channel) {
        askedAt = clock.getAsLong();
        asked = true;
        return Optional.ofNullable(seen.get(channel));
    }

    /** Looks, if it is time. To be called about once a second, by one thread at a time. Throws nothing. */
    public void look() {
        long now = clock.getAsLong();
        if (!asked || now - askedAt > INTEREST_NANOS || looked && now - lookedAt < PERIOD_NANOS) {
            return;
        }
        looked = true;
        lookedAt = now;
        try {
            seen = backlog.read(channels);
        } catch (OutboxException e) {
            // Not logged: the relay itself cannot use the store then, and says so.
            seen = Map.of();
        }
    }

    /**
     * Shows it.
     *
     * @param meter takes the numbers
     */
    public void show(Meter meter) {
        for (String channel : channels) {
            meter.gauge(Metric.BACKLOG, value(channel, Standing::pending), channel);
            meter.gauge(Metric.OLDEST_AGE, value(channel, BacklogView::age), channel);
            meter.gauge(Metric.WAITING, value(channel, Standing::waiting), channel);
            meter.gauge(Metric.BLOCKED, value(channel, Standing::blocked), channel);
            meter.gauge(Metric.QUARANTINE, value(channel, Standing::quarantined), channel);
            meter.gauge(Metric.PAUSED, value(channel, standing -> standing.paused() ? 1 : 0), channel);
        }
    }

    private static double age(Standing standing) {
        return standing.oldestAge().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    private DoubleSupplier value(String channel, ToDoubleFunction<Standing> what) {
        return () -> of(channel).map(what::applyAsDouble).orElse(Double.NaN);
    }
}
