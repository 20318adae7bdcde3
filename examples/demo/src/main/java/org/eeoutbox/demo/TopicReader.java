package org.eeoutbox.demo;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the events of one round's customers from the topic into the ledger, on a thread of its own. */
final class TopicReader implements AutoCloseable {

    private final ObjectMapper json = new ObjectMapper();
    private final KafkaConsumer<String, String> consumer;
    private final String customers;
    private final Ledger ledger;
    private final Thread thread = new Thread(this::read, "topic-reader");
    private volatile long lastSeen = System.nanoTime();
    private volatile RuntimeException failure;

    TopicReader(String bootstrapServers, String topic, String customers, Ledger ledger) {
        this.customers = customers;
        this.ledger = ledger;
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "enable.auto.commit", "false"),
                new StringDeserializer(),
                new StringDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    void start() {
        thread.start();
    }

    /** When the last record came, by {@link System#nanoTime()}; throws what ended the reading, if it has ended. */
    long lastSeen() {
        if (failure != null) {
            throw failure;
        }
        return lastSeen;
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (consumer) {
            while (true) {
                for (ConsumerRecord<String, String> event : consumer.poll(Duration.ofSeconds(1))) {
                    lastSeen = System.nanoTime();
                    if (event.key().startsWith(customers)) {
                        ledger.delivered(delivery(event, lastSeen));
                    }
                }
            }
        } catch (WakeupException e) {
            // The end.
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private Delivery delivery(ConsumerRecord<String, String> event, long now) {
        try {
            UUID order =
                    UUID.fromString(json.readTree(event.value()).path("orderId").asText());
            return new Delivery(header(event, "ce_id"), event.key(), sequence(event), order, now);
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IllegalStateException("The record " + place(event) + " is no event of an order", e);
        }
    }

    private static long sequence(ConsumerRecord<String, String> event) {
        return Long.parseLong(header(event, "ce_sequence"));
    }

    private static String header(ConsumerRecord<String, String> event, String name) {
        if (event.headers().lastHeader(name) == null) {
            throw new IllegalStateException("The record " + place(event) + " has no header " + name);
        }
        return new String(event.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static String place(ConsumerRecord<String, String> event) {
        return event.topic() + "-" + event.partition() + "@" + event.offset();
    }
}
