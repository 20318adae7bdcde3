package org.eeoutbox.jpa.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eeoutbox.OutboxPayloadException;
import org.junit.jupiter.api.Test;

class JsonbPayloadSerializerTest {

    private final JsonbPayloadSerializer serializer = new JsonbPayloadSerializer();

    record Line(String article, int count) {}

    record Placed(UUID id, BigDecimal total, Instant at, String note, String nothing, List<Line> lines) {}

    public static class Bean {
        private final String secret = "s3cret";

        public String getName() {
            return "n";
        }
    }

    @Test
    void writesRecordsWithTheirComponentsAndNestedRecords() {
        UUID id = UUID.randomUUID();
        Placed event = new Placed(
                id,
                new BigDecimal("123456789012345678901234567890.12"),
                Instant.parse("2026-11-30T20:48:59Z"),
                "é 漢 🎉 \"quoted\"\n",
                null,
                List.of(new Line("a", 2)));
        assertThat(json(event))
                .isEqualTo("{\"at\":\"2026-11-30T20:48:59Z\",\"id\":\"" + id
                        + "\",\"lines\":[{\"article\":\"a\",\"count\":2}],\"note\":\"é 漢 🎉 \\\"quoted\\\"\\n\","
                        + "\"total\":123456789012345678901234567890.12}");
    }

    @Test
    void doesNotShowThePrivateFieldsOfAClass() {
        assertThat(json(new Bean())).isEqualTo("{\"name\":\"n\"}");
    }

    @Test
    void refusesTextWithoutAUtf8Form() {
        assertThatThrownBy(() -> serializer.serialize(new Line("half: \ud83c", 1)))
                .isInstanceOf(OutboxPayloadException.class)
                .hasMessageContaining("surrogate");
    }

    private String json(Object event) {
        return new String(serializer.serialize(event), StandardCharsets.UTF_8);
    }
}
