package org.eeoutbox.relay.metrics;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.ObservableDoubleGauge;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;

/** The metrics of OpenTelemetry. An instrument with several sets of tags is made once. */
final class OpenTelemetryMeter implements Meter {

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final io.opentelemetry.api.metrics.Meter meter;
    private final Map<Metric, Map<Attributes, DoubleSupplier>> gauges = new EnumMap<>(Metric.class);
    private final Map<Metric, ObservableDoubleGauge> shown = new EnumMap<>(Metric.class);

    OpenTelemetryMeter(OpenTelemetry telemetry) {
        this.meter = telemetry.getMeter("org.eeoutbox");
    }

    @Override
    public String name() {
        return "OpenTelemetry";
    }

    @Override
    public LongConsumer recorder(Metric metric, String... values) {
        Attributes tags = tags(metric, values);
        return switch (metric.kind()) {
            case COUNTER -> {
                LongCounter counter = meter.counterBuilder(metric.id())
                        .setDescription(metric.description())
                        .build();
                yield more -> counter.add(more, tags);
            }
            case TIMER -> {
                DoubleHistogram histogram = meter.histogramBuilder(metric.id())
                        .setDescription(metric.description())
                        .setUnit("s")
                        .build();
                yield nanos -> histogram.record(nanos / NANOS, tags);
            }
            default -> {
                LongHistogram histogram = meter.histogramBuilder(metric.id())
                        .setDescription(metric.description())
                        .ofLongs()
                        .build();
                yield number -> histogram.record(number, tags);
            }
        };
    }

    @Override
    public synchronized void gauge(Metric metric, DoubleSupplier value, String... values) {
        gauges.computeIfAbsent(metric, ignored -> new LinkedHashMap<>()).put(tags(metric, values), value);
        shown.computeIfAbsent(metric, this::show);
    }

    private ObservableDoubleGauge show(Metric metric) {
        return meter.gaugeBuilder(metric.id())
                .setDescription(metric.description())
                .setUnit(metric.inSeconds() ? "s" : "1")
                .buildWithCallback(to -> values(metric).forEach((tags, value) -> {
                    double now = value.getAsDouble();
                    if (!Double.isNaN(now)) {
                        to.record(now, tags);
                    }
                }));
    }

    private synchronized Map<Attributes, DoubleSupplier> values(Metric metric) {
        return Map.copyOf(gauges.get(metric));
    }

    private static Attributes tags(Metric metric, String... values) {
        AttributesBuilder tags = Attributes.builder();
        for (int i = 0; i < values.length; i++) {
            tags.put(metric.tags().get(i), values[i]);
        }
        return tags.build();
    }

    @Override
    public synchronized void close() {
        shown.values().forEach(ObservableDoubleGauge::close);
    }
}
