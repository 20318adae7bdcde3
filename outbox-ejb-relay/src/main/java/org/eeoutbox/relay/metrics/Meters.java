package org.eeoutbox.relay.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.metrics.MetricRegistry;

/** Finds whoever takes numbers in this server: the first of MicroProfile Metrics, Micrometer and OpenTelemetry. */
public final class Meters {

    private static final List<Function<Instance<Object>, Optional<Meter>>> KNOWN =
            List.of(Meters::microProfile, Meters::micrometer, Meters::openTelemetry);

    private Meters() {}

    /**
     * Looks for a bean that takes numbers.
     *
     * @param beans all beans of the application
     * @return a new meter; empty if none of the three is there, or what is there fails
     */
    public static Optional<Meter> find(Instance<Object> beans) {
        for (Function<Instance<Object>, Optional<Meter>> each : KNOWN) {
            try {
                Optional<Meter> meter = each.apply(beans);
                if (meter.isPresent()) {
                    return meter;
                }
            } catch (LinkageError absent) {
                // Its API is not on the class path, which is no fault: ask the next.
            }
        }
        return Optional.empty();
    }

    private static Optional<Meter> microProfile(Instance<Object> beans) {
        return bean(beans, MetricRegistry.class).map(MicroProfileMeter::new);
    }

    private static Optional<Meter> micrometer(Instance<Object> beans) {
        return bean(beans, MeterRegistry.class).map(MicrometerMeter::new);
    }

    private static Optional<Meter> openTelemetry(Instance<Object> beans) {
        return bean(beans, OpenTelemetry.class).map(OpenTelemetryMeter::new);
    }

    private static <T> Optional<T> bean(Instance<Object> beans, Class<T> type) {
        Instance<T> found = beans.select(type, Default.Literal.INSTANCE);
        return found.isResolvable() ? Optional.of(found.get()) : Optional.empty();
    }
}
