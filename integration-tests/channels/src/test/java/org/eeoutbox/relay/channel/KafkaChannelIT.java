package org.eeoutbox.relay.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.eeoutbox.lab.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Over SmallRye's Kafka connector. */
class KafkaChannelIT extends ChannelContract {

    private static final int MOST_BYTES = 2 << 20;

    private static KafkaBroker broker;

    @BeforeAll
    static void start() {
        broker = KafkaBroker.builder()
                .config("message.max.bytes", Integer.toString(MOST_BYTES))
                .start();
        CHANNELS.forEach(channel -> broker.createTopic(channel, 3));
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @Override
    Map<String, String> attributes(String channel) {
        return Map.ofEntries(
                Map.entry("connector", "smallrye-kafka"),
                Map.entry("bootstrap.servers", broker.bootstrapServers()),
                Map.entry("value.serializer", ByteArraySerializer.class.getName()),
                Map.entry("acks", "all"),
                Map.entry("max-inflight-messages", "1000"),
                Map.entry("max.request.size", Integer.toString(8 << 20)),
                Map.entry("delivery.timeout.ms", "3000"),
                Map.entry("request.timeout.ms", "2000"),
                Map.entry("max.block.ms", "2000"),
                Map.entry("reconnect.backoff.max.ms", "200"),
                Map.entry("health-enabled", "false"),
                Map.entry("tracing-enabled", "false"));
    }

    @Override
    void killBroker() {
        broker.kill();
    }

    @Override
    void startBroker() {
        broker.start();
    }

    @Override
    UUID appendRefused(String channel, String aggregate) throws SQLException {
        return append(channel, aggregate, new byte[MOST_BYTES + 1], null);
    }

    @Override
    List<Arrival> arrivals(String channel) {
        Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(channel).stream()
                    .map(partition -> new TopicPartition(channel, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<Arrival> arrivals = new ArrayList<>();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(200)).forEach(each -> arrivals.add(arrival(each)));
            }
            return arrivals;
        }
    }

    private static Arrival arrival(ConsumerRecord<String, byte[]> each) {
        Map<String, String> attributes = new HashMap<>();
        Map<String, String> headers = new HashMap<>();
        for (Header header : each.headers()) {
            String value = new String(header.value(), UTF_8);
            if (header.key().startsWith("ce_")) {
                attributes.put(header.key().substring("ce_".length()), value);
            } else {
                headers.put(header.key(), value);
            }
        }
        return new Arrival(each.key(), attributes, headers, each.value());
    }
}
