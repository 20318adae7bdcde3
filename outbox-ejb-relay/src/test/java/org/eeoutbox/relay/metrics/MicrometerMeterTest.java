package org.eeoutbox.relay.metrics;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

class MicrometerMeterTest extends MeterContract {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Override
    Meter meter() {
        return new MicrometerMeter(registry);
    }

    @Override
    double number(String name, String tag, String value) {
        return registry.find(name).tag(tag, value).meters().stream()
                .mapToDouble(meter -> meter.measure().iterator().next().getValue())
                .findFirst()
                .orElse(Double.NaN);
    }

    private double measured(String name, String channel, Statistic statistic) {
        for (Measurement each :
                registry.get(name).tag("channel", channel).meter().measure()) {
            if (each.getStatistic() == statistic
                    || statistic == Statistic.TOTAL && each.getStatistic() == Statistic.TOTAL_TIME) {
                return each.getValue();
            }
        }
        return Double.NaN;
    }

    @Override
    long count(String name, String channel) {
        return (long) measured(name, channel, Statistic.COUNT);
    }

    @Override
    double sum(String name, String channel) {
        return measured(name, channel, Statistic.TOTAL);
    }
}
