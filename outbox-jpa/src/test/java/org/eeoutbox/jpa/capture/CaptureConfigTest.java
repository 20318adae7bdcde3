package org.eeoutbox.jpa.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.jpa.retention.RetentionPeriods;
import org.eeoutbox.jpa.store.TableNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureConfigTest {

    @Test
    void hasDefaultsForEverything() {
        assertThat(read(Map.of()))
                .isEqualTo(new CaptureConfig(
                        "outbox",
                        Set.of("orders"),
                        8,
                        1_000_000,
                        false,
                        new RetentionPeriods(Duration.ofDays(1), Duration.ofDays(365), Duration.ofDays(14)),
                        TableNames.DEFAULT));
    }

    @Test
    void readsEveryKey() {
        CaptureConfig config = read(Map.of(
                "outbox.default-channel", "events",
                "outbox.channels", "events, audit",
                "outbox.shards", "16",
                "outbox.payload.max-bytes", "2000",
                "outbox.schema", "create",
                "outbox.retention", "PT6H",
                "outbox.audit.retention", "P90D",
                "outbox.inbox.retention", "P30D",
                "outbox.table.schema", "Sales",
                "outbox.table.prefix", "Order "));
        assertThat(config)
                .isEqualTo(new CaptureConfig(
                        "events",
                        Set.of("orders", "events", "audit"),
                        16,
                        2000,
                        true,
                        new RetentionPeriods(Duration.ofHours(6), Duration.ofDays(90), Duration.ofDays(30)),
                        new TableNames("Sales", "Order ")));
    }

    @ParameterizedTest
    @CsvSource({
        "outbox.shards,0",
        "outbox.shards,257",
        "outbox.shards,eight",
        "outbox.payload.max-bytes,-1",
        "outbox.payload.max-bytes,1 MB",
        "outbox.schema,drop",
        "outbox.retention,one day",
        "outbox.retention,-PT1H",
        "outbox.table.schema,a?b",
        "outbox.table.prefix,a;b"
    })
    void refusesAValueByNamingKeyAndValue(String key, String value) {
        assertThatThrownBy(() -> read(Map.of(key, value)))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining(key)
                .hasMessageContaining("'" + value + "'");
    }

    private static CaptureConfig read(Map<String, String> values) {
        return CaptureConfig.read(
                new SmallRyeConfigBuilder()
                        .withSources(new PropertiesConfigSource(values, "test", 100))
                        .build(),
                Set.of("orders"));
    }
}
