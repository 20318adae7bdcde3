package org.eeoutbox.relay.channel;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;

/**
 * Makes Kafka records in the binary mode of the CloudEvents Kafka binding: the payload as it is, the attributes as
 * headers {@code ce_*} in UTF-8, the media type as {@code content-type}. A tombstone has no body and so no media type.
 * The key is the aggregate's id, so that its events share a partition.
 */
final class KafkaRecords implements MessageForm {

    private final String topic;
    private final CloudEvent cloudEvent;

    KafkaRecords(String topic, CloudEvent cloudEvent) {
        this.topic = topic;
        this.cloudEvent = cloudEvent;
    }

    @Override
    public ProducerRecord<String, byte[]> of(OutboxEvent event) {
        OutboxMessage message = event.message();
        byte[] payload = message.payload().orElse(null);
        ProducerRecord<String, byte[]> kafkaRecord =
                new ProducerRecord<>(topic, null, null, message.aggregateId(), payload);
        Headers headers = kafkaRecord.headers();
        cloudEvent.attributes(event, (name, value) -> headers.add("ce_" + name, utf8(value)));
        if (payload != null) {
            headers.add("content-type", utf8(message.contentType()));
        }
        message.headers().forEach((name, value) -> headers.add(name, utf8(value)));
        return kafkaRecord;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
