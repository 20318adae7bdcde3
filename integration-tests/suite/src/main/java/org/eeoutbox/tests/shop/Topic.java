package org.eeoutbox.tests.shop;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;

/** A reader of a whole topic, from its first record. Used by one thread. */
final class Topic implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final KafkaConsumer<String, byte[]> consumer;
    private final List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();

    Topic(String name) {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, System.getProperty("kafka.bootstrap.servers"));
        consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        () -> consumer.partitionsFor(name).stream()
                                .map(info -> new TopicPartition(name, info.partition()))
                                .toList(),
                        found -> !found.isEmpty());
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads on until a record fits; everything that was read before it is in {@link #records()}. */
    ConsumerRecord<String, byte[]> await(Predicate<ConsumerRecord<String, byte[]>> wanted) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            for (ConsumerRecord<String, byte[]> record : records) {
                if (wanted.test(record)) {
                    return record;
                }
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("The record did not come; " + records.size() + " others did");
            }
            consumer.poll(Duration.ofMillis(200)).forEach(records::add);
        }
    }

    List<ConsumerRecord<String, byte[]>> records() {
        return records;
    }

    List<ConsumerRecord<String, byte[]>> recordsOf(String key) {
        return records.stream().filter(record -> key.equals(record.key())).toList();
    }

    static Map<String, String> headers(ConsumerRecord<String, byte[]> record) {
        Map<String, String> headers = new TreeMap<>();
        record.headers()
                .forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
        return headers;
    }

    static String text(ConsumerRecord<String, byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
