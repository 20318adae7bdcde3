package org.eeoutbox.relay.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.spi.CapturedEvents.Captured;
import org.eeoutbox.spi.Rejections;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.Test;

/** What is shown by whoever takes numbers. MicroProfile Metrics are looked at in a server. */
abstract class MeterContract {

    private static final OutboxEvent EVENT = new OutboxEvent(
            new UUID(0, 1),
            OutboxMessage.about("order", "42").type("t").channel("orders").build(),
            OptionalLong.of(1),
            OptionalLong.of(0),
            Instant.EPOCH,
            0,
            1);

    abstract Meter meter();

    /** The number of a counter or a gauge; not a number if it is not shown. */
    abstract double number(String name, String tag, String value);

    /** How many numbers a timer or a distribution has taken. */
    abstract long count(String name, String channel);

    /** Their sum, of a timer in seconds. */
    abstract double sum(String name, String channel);

    @Test
    void whatHappensMovesTheMetricsThatNameIt() {
        RelayMetrics metrics = new RelayMetrics(meter(), Set.of("orders", "quiet"), () -> 7);
        metrics.captured(List.of(new Captured(EVENT.id(), new ShardId("orders", 0), false)));
        metrics.rejected(Rejections.Reason.PAYLOAD);
        metrics.claimed(new ShardId("orders", 0), 3);
        metrics.failed(EVENT, new TimeoutException());
        metrics.acked(EVENT, 2_000_000_000L);

        assertThat(number("outbox.events.captured", "channel", "orders")).isEqualTo(1);
        assertThat(number("outbox.events.published", "channel", "orders")).isEqualTo(1);
        assertThat(number("outbox.events.rejected", "reason", "payload")).isEqualTo(1);
        assertThat(number("outbox.publish.failures", "kind", "TimeoutException"))
                .isEqualTo(1);
        assertThat(count("outbox.send", "orders")).isEqualTo(1);
        assertThat(sum("outbox.send", "orders")).isEqualTo(2);
        assertThat(count("outbox.batch.size", "orders")).isEqualTo(1);
        assertThat(sum("outbox.batch.size", "orders")).isEqualTo(3);
        assertThat(number("outbox.events.published", "channel", "quiet")).isIn(0.0, Double.NaN);
        assertThat(count("outbox.send", "quiet")).isZero();
    }

    @Test
    void gaugesTellWhatIsTrueNow() {
        double[] now = {1};
        Meter meter = meter();
        meter.gauge(Metric.BACKLOG, () -> now[0], "orders");
        meter.gauge(Metric.BACKLOG, () -> 5, "quiet");
        assertThat(number("outbox.backlog", "channel", "orders")).isEqualTo(1);
        now[0] = 2;
        assertThat(number("outbox.backlog", "channel", "orders")).isEqualTo(2);
        assertThat(number("outbox.backlog", "channel", "quiet")).isEqualTo(5);
        meter.close();
        assertThat(number("outbox.backlog", "channel", "orders")).isNaN();
    }
}
