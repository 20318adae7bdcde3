package org.eeoutbox.faults;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the topics from their beginning, on a thread of its own, also over outages of the broker. Thread-safe. */
final class TopicReader implements AutoCloseable {

    private final KafkaConsumer<String, byte[]> consumer;
    private final Thread thread = new Thread(this::read, "topic-reader");
    private final List<Delivery> deliveries = new ArrayList<>();
    private volatile boolean closed;
    private volatile long caughtUpAt;

    TopicReader(String bootstrapServers, List<TopicPartition> partitions) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "50",
                        ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "500"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        caughtUpAt = System.nanoTime();
        consumer.assign(partitions);
        thread.setDaemon(true);
        thread.start();
    }

    /** What has arrived of a run so far, that of each stream in the order of the topic. */
    synchronized List<Delivery> of(String run) {
        return deliveries.stream()
                .filter(delivery -> delivery.stream().aggregate().startsWith(run))
                .toList();
    }

    synchronized int count() {
        return deliveries.size();
    }

    synchronized void forget(String run) {
        deliveries.removeIf(delivery -> delivery.stream().aggregate().startsWith(run));
    }

    /** Whether everything has been read that was in the topics at some time after the given one. */
    boolean hasCaughtUpSince(long nanoTime) {
        return caughtUpAt - nanoTime > 0;
    }

    private void read() {
        while (!closed) {
            try {
                int found = 0;
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    add(delivery(record));
                    found++;
                }
                long now = System.nanoTime();
                if (found == 0 && isAtEnd()) {
                    caughtUpAt = now;
                }
            } catch (KafkaException e) {
                // An outage is what this is about: the next poll goes on where this one has ended.
            }
        }
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
    }

    private boolean isAtEnd() {
        return consumer.endOffsets(consumer.assignment(), Duration.ofSeconds(5)).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private synchronized void add(Delivery delivery) {
        deliveries.add(delivery);
    }

    private static Delivery delivery(ConsumerRecord<String, byte[]> record) {
        byte[] payload = record.value() == null ? new byte[0] : record.value();
        String sequence = header(record, "ce_sequence");
        return new Delivery(
                new Stream(record.topic(), record.key()),
                Payloads.key(new String(payload, StandardCharsets.UTF_8)),
                header(record, "ce_id"),
                sequence == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(sequence)),
                Payloads.digest(payload),
                record.partition() + "@" + record.offset());
    }

    private static String header(ConsumerRecord<String, byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
