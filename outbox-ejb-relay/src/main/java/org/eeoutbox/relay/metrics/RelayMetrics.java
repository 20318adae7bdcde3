package org.eeoutbox.relay.metrics;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.spi.CapturedEvents.Captured;
import org.eeoutbox.spi.Rejections;
import org.eeoutbox.spi.ShardId;

/** Turns what happens into numbers. Safe for use by several threads. */
public final class RelayMetrics implements RelayListener {

    /** Classes of exceptions are few, but nobody promises that. */
    private static final int MOST_KINDS = 50;

    private static final String OTHER = "other";

    private static final List<Metric> OF_EVERY_CHANNEL = List.of(
            Metric.CAPTURED,
            Metric.PUBLISHED,
            Metric.RETRIES,
            Metric.QUARANTINED,
            Metric.REPLAYED,
            Metric.LATENCY,
            Metric.SEND_TIME,
            Metric.BATCH_SIZE);

    private record Series(Metric metric, List<String> values) {}

    private final Meter meter;
    private final LongSupplier clock;
    private final Map<Series, LongConsumer> recorders = new ConcurrentHashMap<>();
    private final Set<String> kinds = ConcurrentHashMap.newKeySet();
    private final CommitTimes commits = new CommitTimes();

    /**
     * Shows every series that can be known beforehand, so that it is there before it first moves.
     *
     * @param meter takes the numbers
     * @param channels the channels of the relay; empty if it is off
     * @param nanoClock a monotonic clock
     */
    public RelayMetrics(Meter meter, Collection<String> channels, LongSupplier nanoClock) {
        this.meter = meter;
        this.clock = nanoClock;
        for (String channel : channels) {
            OF_EVERY_CHANNEL.forEach(metric -> recorder(metric, channel));
        }
        for (Rejections.Reason reason : Rejections.Reason.values()) {
            recorder(Metric.REJECTED, word(reason));
        }
    }

    private LongConsumer recorder(Metric metric, String... values) {
        return recorders.computeIfAbsent(new Series(metric, List.of(values)), series -> meter.recorder(metric, values));
    }

    private static String word(Rejections.Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    /**
     * A transaction of this node has committed.
     *
     * @param events what it has captured
     */
    public void captured(List<Captured> events) {
        long now = clock.getAsLong();
        for (Captured event : events) {
            recorder(Metric.CAPTURED, event.shard().channel()).accept(1);
            if (!event.delayed()) {
                commits.put(event.id(), now);
            }
        }
    }

    /**
     * Capture has refused an event.
     *
     * @param reason why
     */
    public void rejected(Rejections.Reason reason) {
        recorder(Metric.REJECTED, word(reason)).accept(1);
    }

    @Override
    public void claimed(ShardId shard, int events) {
        if (events > 0) {
            recorder(Metric.BATCH_SIZE, shard.channel()).accept(events);
        }
    }

    @Override
    public void acked(OutboxEvent event, long nanos) {
        recorder(Metric.PUBLISHED, event.channel()).accept(1);
        recorder(Metric.SEND_TIME, event.channel()).accept(nanos);
        Long committed = commits.take(event.id());
        if (committed != null) {
            recorder(Metric.LATENCY, event.channel()).accept(clock.getAsLong() - committed);
        }
    }

    @Override
    public void replayed(OutboxEvent event, long nanos) {
        recorder(Metric.REPLAYED, event.channel()).accept(1);
        recorder(Metric.SEND_TIME, event.channel()).accept(nanos);
    }

    @Override
    public void failed(OutboxEvent event, Throwable cause) {
        recorder(Metric.FAILURES, event.channel(), kind(cause)).accept(1);
    }

    private String kind(Throwable cause) {
        String name = cause.getClass().getName();
        String kind = name.substring(name.lastIndexOf('.') + 1);
        boolean known = kinds.contains(kind) || kinds.size() < MOST_KINDS && kinds.add(kind);
        return known ? kind : OTHER;
    }

    /** A row that a newer release has written waits too, but no attempt has failed. */
    @Override
    public void postponed(OutboxEvent event, int attempts, Duration delay) {
        if (attempts > 0) {
            recorder(Metric.RETRIES, event.channel()).accept(1);
        }
    }

    @Override
    public void quarantined(OutboxEvent event, int attempts, String kind) {
        recorder(Metric.QUARANTINED, event.channel()).accept(1);
    }
}
