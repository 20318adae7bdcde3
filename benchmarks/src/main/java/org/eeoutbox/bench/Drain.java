package org.eeoutbox.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.jpa.store.JdbcOutboxStore;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.relay.engine.Publisher;
import org.eeoutbox.relay.engine.Relay;
import org.eeoutbox.relay.engine.RelayConfig;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.relay.engine.RelayRuntime;
import org.eeoutbox.spi.FailureClassifier.Trouble;

/** A relay without a server around it, from a database to Kafka (acks=all); history is kept. */
final class Drain {

    static final int SHARDS = 8;

    private final DataSource dataSource;
    private final KafkaProducer<String, byte[]> producer;

    record Measure(double eventsPerSecond, double claimMillis) {}

    Drain(DataSource dataSource, KafkaProducer<String, byte[]> producer) {
        this.dataSource = dataSource;
        this.producer = producer;
    }

    static KafkaProducer<String, byte[]> producer(String servers) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "acks", "all", "linger.ms", "0", "batch.size", "131072"),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** How fast so many events of the channel "orders" leave, which may leave. */
    Measure of(int events, Set<String> channels) {
        TimedStore store = new TimedStore(
                new JdbcOutboxStore(dataSource, new Schema(dataSource, false, TableNames.DEFAULT), SHARDS, true));
        AtomicLong sent = new AtomicLong();
        Publisher publisher = event -> publish(event, sent);
        Relay relay = new Relay(
                store,
                publisher,
                channels,
                new RelayConfig(
                        500,
                        8 << 20,
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(60),
                        Duration.ofMillis(100),
                        Duration.ofSeconds(5),
                        1,
                        new RelayConfig.Retry(10, Duration.ofSeconds(60), Duration.ofMinutes(5)),
                        Set.of()),
                new RelayRuntime(
                        Thread::new,
                        System::nanoTime,
                        () -> ThreadLocalRandom.current().nextDouble(),
                        (event, cause) -> event.message().type().equals("poison") ? Trouble.PERMANENT : Trouble.CHANNEL,
                        List.of(new Complaints())));
        long begin = System.nanoTime();
        relay.start();
        relay.heartbeat();
        long until = begin + Duration.ofMinutes(5).toNanos();
        while (sent.get() < events && System.nanoTime() < until) {
            LockSupport.parkNanos(200_000);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        relay.stop(Duration.ofSeconds(5));
        if (sent.get() < events) {
            throw new IllegalStateException("Only " + sent + " of " + events + " events left.");
        }
        return new Measure(events / seconds, store.meanClaimMillis("orders"));
    }

    /** What goes wrong must not only cost time. */
    private static final class Complaints implements RelayListener {
        @Override
        public void storeFailed(Throwable cause) {
            System.err.println("The store failed: " + cause.getMessage());
        }

        @Override
        public void workerFailed(String channel, Throwable cause) {
            System.err.println("A worker failed: " + cause);
        }
    }

    private CompletableFuture<Void> publish(OutboxEvent event, AtomicLong sent) {
        if (event.channel().equals("dead")) {
            return CompletableFuture.failedFuture(new IllegalStateException("The broker is away."));
        }
        if (event.message().type().equals("poison")) {
            return CompletableFuture.failedFuture(new IllegalStateException("Nobody takes this."));
        }
        CompletableFuture<Void> answer = new CompletableFuture<>();
        producer.send(
                new ProducerRecord<>(
                        "scale",
                        event.message().aggregateId(),
                        event.message().payload().orElseThrow()),
                (metadata, failure) -> {
                    if (failure == null) {
                        sent.incrementAndGet();
                        answer.complete(null);
                    } else {
                        answer.completeExceptionally(failure);
                    }
                });
        return answer;
    }
}
