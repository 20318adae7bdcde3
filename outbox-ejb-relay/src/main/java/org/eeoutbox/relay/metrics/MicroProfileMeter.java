package org.eeoutbox.relay.metrics;

import java.util.ArrayList;
import java.util.Arrays;
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

/**
 * MicroProfile Metrics 5.0 and later, scope {@code application}.
 *
 * <p>Timers and distributions are shown as the series that a histogram of Prometheus consists of, each a gauge. The
 * specification's own have quantiles, which cannot be added up over nodes, and Payara 6 gives those of a timer in
 * nanoseconds and calls them seconds.
 */
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
        Tag[] tags = tags(metric, values);
        if (metric.kind() == Metric.Kind.COUNTER) {
            shown.add(new MetricID(metric.id(), tags));
            return registry.counter(metadata(metric, metric.id(), unit(metric)), tags)::inc;
        }
        Histogram histogram = new Histogram(metric.bounds());
        show(metric, histogram, tags);
        return histogram;
    }

    private void show(Metric metric, Histogram histogram, Tag... tags) {
        String name = metric.id() + (metric.inSeconds() ? ".seconds" : "");
        gauge(metadata(metric, name + ".count", MetricUnits.NONE), histogram::count, tags);
        gauge(metadata(metric, name + ".sum", MetricUnits.NONE), () -> metric.shown(histogram.sum()), tags);
        long[] bounds = metric.bounds();
        for (int i = 0; i <= bounds.length; i++) {
            int bound = i;
            Tag[] more = Arrays.copyOf(tags, tags.length + 1);
            more[tags.length] = new Tag("le", i < bounds.length ? text(metric.shown(bounds[i])) : "+Inf");
            gauge(metadata(metric, name + ".bucket", MetricUnits.NONE), () -> histogram.upTo(bound), more);
        }
    }

    private static String text(double bound) {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }

    @Override
    public void gauge(Metric metric, DoubleSupplier value, String... values) {
        gauge(metadata(metric, metric.id(), unit(metric)), value, tags(metric, values));
    }

    private void gauge(Metadata metadata, DoubleSupplier value, Tag... tags) {
        shown.add(new MetricID(metadata.getName(), tags));
        registry.gauge(metadata, value::getAsDouble, tags);
    }

    private static Metadata metadata(Metric metric, String name, String unit) {
        return Metadata.builder()
                .withName(name)
                .withDescription(metric.description())
                .withUnit(unit)
                .build();
    }

    private static String unit(Metric metric) {
        return metric.inSeconds() ? MetricUnits.SECONDS : MetricUnits.NONE;
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
