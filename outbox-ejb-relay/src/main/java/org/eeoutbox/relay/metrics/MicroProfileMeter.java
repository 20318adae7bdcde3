package org.eeoutbox.relay.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricID;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.MetricUnits;
import org.eclipse.microprofile.metrics.Tag;

/** MicroProfile Metrics 5.0 and later, scope {@code application}. */
final class MicroProfileMeter implements Meter {

    private final MetricRegistry registry;
    private final Set<MetricID> shown = ConcurrentHashMap.newKeySet();

    MicroProfileMeter(MetricRegistry registry) {
        this.registry = registry;
    }

    @Override
    public String name() {
        return "MicroProfile Metrics";
    }

    @Override
    public LongConsumer recorder(Metric metric, String... values) {
        Metadata metadata = metadata(metric);
        Tag[] tags = tags(metric, values);
        shown.add(new MetricID(metric.id(), tags));
        return switch (metric.kind()) {
            case COUNTER -> registry.counter(metadata, tags)::inc;
            case TIMER -> {
                var timer = registry.timer(metadata, tags);
                yield nanos -> timer.update(Duration.ofNanos(nanos));
            }
            default -> registry.histogram(metadata, tags)::update;
        };
    }

    @Override
    public void gauge(Metric metric, DoubleSupplier value, String... values) {
        Tag[] tags = tags(metric, values);
        shown.add(new MetricID(metric.id(), tags));
        registry.gauge(metadata(metric), value::getAsDouble, tags);
    }

    private static Metadata metadata(Metric metric) {
        return Metadata.builder()
                .withName(metric.id())
                .withDescription(metric.description())
                .withUnit(metric.inSeconds() ? MetricUnits.SECONDS : MetricUnits.NONE)
                .build();
    }

    private static Tag[] tags(Metric metric, String... values) {
        List<Tag> tags = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            tags.add(new Tag(metric.tags().get(i), values[i]));
        }
        return tags.toArray(new Tag[0]);
    }

    @Override
    public void close() {
        shown.forEach(registry::remove);
    }
}
