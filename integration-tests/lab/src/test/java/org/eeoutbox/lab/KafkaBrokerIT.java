package org.eeoutbox.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class KafkaBrokerIT {

    @Test
    void keepsRecordsAndPortOverAKillAndAStop() throws ExecutionException, InterruptedException {
        try (KafkaBroker broker = KafkaBroker.builder().partitions(3).start()) {
            broker.createTopic("kept", 2);
            send(broker, "kept", "one");
            broker.kill();
            broker.start();
            send(broker, "kept", "two");
            broker.stop();
            broker.start();
            assertThat(read(broker, "kept", 2)).containsExactlyInAnyOrder("one", "two");
        }
    }

    private static void send(KafkaBroker broker, String topic, String value)
            throws ExecutionException, InterruptedException {
        Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, value)).get();
        }
    }

    private static List<String> read(KafkaBroker broker, String topic, int count) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers", broker.bootstrapServers(), "group.id", "it", "auto.offset.reset", "earliest");
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
                return values.size() >= count;
            });
        }
        return values;
    }
}
