package org.eeoutbox.relay.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.junit.jupiter.api.Test;

class KafkaRecordsTest {

    private static final UUID ID = UUID.fromString("01938a3e-7c00-7000-8000-000000000001");
    private static final Instant TIME = Instant.parse("2026-11-30T09:08:07.123456Z");

    private final KafkaRecords form = new KafkaRecords("shop.orders", new CloudEvent("/shop"));

    @Test
    void isACloudEventInBinaryMode() {
        byte[] payload = "{\"name\":\"é 漢 🎉\"}".getBytes(UTF_8);
        OutboxMessage message = OutboxMessage.about("order", "42")
                .type("order.placed")
                .version(3)
                .channel("orders")
                .payload(payload)
                .header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .header("region", "Zürich 漢")
                .build();
        ProducerRecord<String, byte[]> made =
                form.of(new OutboxEvent(ID, message, OptionalLong.of(7), OptionalLong.of(5), TIME, 0, 99));

        assertThat(made.topic()).isEqualTo("shop.orders");
        assertThat(made.partition()).isNull();
        assertThat(made.timestamp()).isNull();
        assertThat(made.key()).isEqualTo("42");
        assertThat(made.value()).isEqualTo(payload);
        assertThat(headers(made))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("ce_specversion", "1.0"),
                        Map.entry("ce_id", ID.toString()),
                        Map.entry("ce_source", "/shop"),
                        Map.entry("ce_type", "order.placed"),
                        Map.entry("ce_time", "2026-11-30T09:08:07.123456Z"),
                        Map.entry("ce_subject", "42"),
                        Map.entry("ce_aggregatetype", "order"),
                        Map.entry("ce_schemaversion", "3"),
                        Map.entry("ce_partitionkey", "42"),
                        Map.entry("ce_sequence", "7"),
                        Map.entry("ce_previoussequence", "5"),
                        Map.entry("content-type", "application/json"),
                        Map.entry("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
                        Map.entry("region", "Zürich 漢")));
    }

    @Test
    void anUnorderedTombstoneHasNoSequenceNoBodyAndNoMediaType() {
        OutboxMessage message = OutboxMessage.about("order", "42")
                .type("order.forgotten")
                .channel("orders")
                .unordered()
                .build();
        ProducerRecord<String, byte[]> made =
                form.of(new OutboxEvent(ID, message, OptionalLong.empty(), OptionalLong.empty(), TIME, 0, 99));

        assertThat(made.value()).isNull();
        assertThat(headers(made)).doesNotContainKeys("ce_sequence", "ce_previoussequence", "content-type");
    }

    @Test
    void namesOfAttributesFollowTheSpecification() {
        OutboxMessage message =
                OutboxMessage.about("order", "42").type("t").channel("orders").build();
        OutboxEvent event = new OutboxEvent(ID, message, OptionalLong.of(1), OptionalLong.of(0), TIME, 0, 1);
        new CloudEvent("/shop")
                .attributes(event, (name, value) -> assertThat(name).matches("[a-z0-9]{1,20}"));
    }

    private static Map<String, String> headers(ProducerRecord<String, byte[]> made) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : made.headers()) {
            assertThat(headers.put(header.key(), new String(header.value(), UTF_8)))
                    .as("a second header '%s'", header.key())
                    .isNull();
        }
        return headers;
    }
}
