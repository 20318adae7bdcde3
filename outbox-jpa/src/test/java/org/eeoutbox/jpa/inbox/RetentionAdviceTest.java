package org.eeoutbox.jpa.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import org.eeoutbox.OutboxConfigurationException;
import org.junit.jupiter.api.Test;

class RetentionAdviceTest {

    @Test
    void theDefaultsAreLongEnough() {
        assertThat(advice(Map.of())).isEmpty();
    }

    @Test
    void aShorterOneIsToldWithWhatItIsShorterThan() {
        assertThat(advice(Map.of("outbox.inbox.retention", "PT12H")))
                .singleElement()
                .asString()
                .startsWith("outbox.inbox.retention is PT12H, shorter than outbox.retention:");
        assertThat(advice(Map.of("outbox.inbox.redelivery-horizon", "P30D")))
                .singleElement()
                .asString()
                .contains("shorter than outbox.inbox.redelivery-horizon: the broker may deliver an event again");
        assertThat(advice(Map.of("outbox.inbox.redelivery-horizon", "P7D", "outbox.retention", "P7D")))
                .isEmpty();
    }

    @Test
    void whatIsNoDurationIsRefused() {
        assertThatThrownBy(() -> advice(Map.of("outbox.inbox.redelivery-horizon", "a week")))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("'a week'");
    }

    private static List<String> advice(Map<String, String> values) {
        return RetentionAdvice.of(new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(values, "test", 100))
                .build());
    }
}
