package org.eeoutbox.relay.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;

/** Micrometer 1.x. */
final class MicrometerMeter implements Meter {

    private final MeterRegistry registry;
    private final Set<io.micrometer.core.instrument.Meter> shown = ConcurrentHashMap.newKeySet();

    MicrometerMeter(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public String name() {
        return "Micrometer";
    }

    @Override
    public LongConsumer recorder(Metric metric, String... values) {
        Tags tags = tags(metric, values);
        return switch (metric.kind()) {
            case COUNTER ->
                kept(Counter.builder(metric.id())
                        .description(metric.description())
                        .tags(tags)
                        .register(registry))::increment;
            case TIMER -> {
                Timer timer = kept(Timer.builder(metric.id())
                        .description(metric.description())
                        .tags(tags)
                        .register(registry));
                yield nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
            }
            default ->
                kept(DistributionSummary.builder(metric.id())
                        .description(metric.description())
                        .tags(tags)
                        .register(registry))::record;
        };
    }

    @Override
    public void gauge(Metric metric, DoubleSupplier value, String... values) {
        kept(Gauge.builder(metric.id(), value, DoubleSupplier::getAsDouble)
                .strongReference(true)
                .description(metric.description())
                .baseUnit(metric.inSeconds() ? "seconds" : null)
                .tags(tags(metric, values))
                .register(registry));
    }

    private <M extends io.micrometer.core.instrument.Meter> M kept(M meter) {
        shown.add(meter);
        return meter;
    }

    private static Tags tags(Metric metric, String... values) {
        List<Tag> tags = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            tags.add(Tag.of(metric.tags().get(i), values[i]));
        }
        return Tags.of(tags);
    }

    @Override
    public void close() {
        shown.forEach(registry::remove);
    }
}
