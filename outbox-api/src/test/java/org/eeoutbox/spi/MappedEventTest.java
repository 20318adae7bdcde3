package org.eeoutbox.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MappedEventTest {

    @Test
    void isFoundByItsClassInQuotes() {
        List<MappedEvent> events = MappedEvent.all(config(Map.of(
                "outbox.event.\"com.acme.Shipped\".aggregate", "shipment",
                "outbox.event.\"com.acme.Shipped\".aggregate-id", "number",
                "outbox.event.\"com.acme.Outer$Lost\".type", "lost")));
        assertThat(events)
                .extracting(MappedEvent::className)
                .containsExactly("com.acme.Outer$Lost", "com.acme.Shipped");
        assertThat(events.get(0).value("type")).contains("lost");
        assertThat(events.get(0).value("aggregate")).isEmpty();
        assertThat(events.get(1).value("aggregate-id")).contains("number");
        assertThat(events.get(1).key("type")).isEqualTo("outbox.event.\"com.acme.Shipped\".type");
    }

    @Test
    void bringsItsChannelOrTheDefaultOne() {
        assertThat(Channels.configured(config(Map.of(
                        "outbox.event.\"com.acme.Shipped\".channel", "shipments",
                        "outbox.event.\"com.acme.Lost\".type", "lost",
                        "outbox.channels", "extra"))))
                .containsExactly("extra", "outbox", "shipments");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "outbox.event.com.acme.Shipped.type",
                "outbox.event.\"com.acme.Shipped\".agregate",
                "outbox.event.\"com.acme.Shipped\"",
                "outbox.event.\"\".type"
            })
    void aKeyThatCannotBeReadIsRefused(String key) {
        assertThatThrownBy(() -> MappedEvent.all(config(Map.of(key, "x"))))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("'" + key + "'")
                .hasMessageContaining("with the quotes")
                .hasMessageContaining("aggregate-id");
    }

    private static Config config(Map<String, String> values) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(values, "test", 100))
                .build();
    }
}
