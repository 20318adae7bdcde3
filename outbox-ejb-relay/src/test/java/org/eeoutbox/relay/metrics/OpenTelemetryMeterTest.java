package org.eeoutbox.relay.metrics;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.util.Optional;

class OpenTelemetryMeterTest extends MeterContract {

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(reader).build())
            .build();

    @Override
    Meter meter() {
        return new OpenTelemetryMeter(telemetry);
    }

    private Optional<? extends PointData> point(String name, String tag, String value) {
        return reader.collectAllMetrics().stream()
                .filter(metric -> metric.getName().equals(name))
                .flatMap(metric -> metric.getData().getPoints().stream())
                .filter(point -> value.equals(point.getAttributes().get(AttributeKey.stringKey(tag))))
                .findFirst();
    }

    @Override
    double number(String name, String tag, String value) {
        PointData point = point(name, tag, value).orElse(null);
        if (point instanceof LongPointData number) {
            return number.getValue();
        }
        return point instanceof DoublePointData number ? number.getValue() : Double.NaN;
    }

    @Override
    long count(String name, String channel) {
        return point(name, "channel", channel)
                .map(point -> ((HistogramPointData) point).getCount())
                .orElse(0L);
    }

    @Override
    double sum(String name, String channel) {
        return point(name, "channel", channel)
                .map(point -> ((HistogramPointData) point).getSum())
                .orElse(0.0);
    }
}
