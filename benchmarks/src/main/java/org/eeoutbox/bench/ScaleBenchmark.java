package org.eeoutbox.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.jpa.retention.Retention;
import org.eeoutbox.jpa.retention.RetentionPeriods;
import org.eeoutbox.jpa.store.JdbcOutboxStore;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.lab.KafkaBroker;
import org.eeoutbox.lab.Postgres;
import org.eeoutbox.relay.engine.Publisher;
import org.eeoutbox.relay.engine.Relay;
import org.eeoutbox.relay.engine.RelayConfig;
import org.eeoutbox.relay.engine.RelayRuntime;
import org.eeoutbox.spi.FailureClassifier.Trouble;
import org.h2.jdbcx.JdbcConnectionPool;
import org.postgresql.ds.PGConnectionPoolDataSource;

/**
 * What stands beside the healthy events must not slow them down: blocked aggregates, a dead channel, a poisoned event, a
 * large history that is being removed. Each burden is compared with its absence, in turn, in one run, on PostgreSQL
 * (fsync and synchronous_commit on) and Kafka (acks=all), with the relay's engine and without a server around it.
 */
final class ScaleBenchmark {

    private static final int EVENTS = 150_000;
    private static final int AGGREGATES = 1_000;
    private static final int BLOCKED = 10_000;
    private static final int ROWS_OF_BLOCKED = 40;
    private static final int DEAD_ROWS = 1_000_000;
    private static final int HISTORY = 5_000_000;
    private static final int SHARDS = 8;

    private final DataSource dataSource;
    private final KafkaProducer<String, byte[]> producer;
    private final int rounds;

    private record Measure(double eventsPerSecond, double claimMillis) {}

    private interface Burden {
        void lay() throws SQLException;
    }

    private ScaleBenchmark(DataSource dataSource, KafkaProducer<String, byte[]> producer, int rounds) {
        this.dataSource = dataSource;
        this.producer = producer;
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        try (Postgres postgres = Postgres.builder().fsync(true).start();
                KafkaBroker kafka = KafkaBroker.builder().start();
                KafkaProducer<String, byte[]> producer = producer(kafka.bootstrapServers())) {
            PGConnectionPoolDataSource source = new PGConnectionPoolDataSource();
            source.setUrl(postgres.jdbcUrl());
            source.setUser(postgres.user());
            source.setPassword(postgres.password());
            JdbcConnectionPool pool = JdbcConnectionPool.create(source);
            new Schema(pool, true, TableNames.DEFAULT).dialect();
            ScaleBenchmark benchmark = new ScaleBenchmark(pool, producer, rounds);
            System.out.println(
                    "| burden | throughput, ratio to none | time of a claim, ratio to none | events/s without |");
            System.out.println("|---|---|---|---|");
            benchmark.compare("10,000 blocked aggregates of 40 events", benchmark::blockedAggregates, Set.of("orders"));
            benchmark.compare(
                    "another channel that is down, with 1,000,000 events",
                    benchmark::deadChannel,
                    Set.of("orders", "dead"));
            benchmark.compare("1 poisoned event among them", benchmark::poisonedEvent, Set.of("orders"));
            benchmark.history();
            pool.dispose();
        }
    }

    private static KafkaProducer<String, byte[]> producer(String servers) {
        return new KafkaProducer<>(
                java.util.Map.of("bootstrap.servers", servers, "acks", "all", "linger.ms", "0", "batch.size", "131072"),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    private void compare(String name, Burden burden, Set<String> channels) throws Exception {
        drain(Set.of("orders"), () -> {});
        List<Double> throughput = new ArrayList<>();
        List<Double> claims = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Measure plain = drain(Set.of("orders"), () -> {});
            Measure burdened = drain(channels, burden);
            throughput.add(burdened.eventsPerSecond() / plain.eventsPerSecond());
            claims.add(burdened.claimMillis() / plain.claimMillis());
            without.add(plain.eventsPerSecond());
        }
        System.out.printf(
                Locale.ROOT, "| %s | %s | %s | %,.0f |%n", name, spread(throughput), spread(claims), median(without));
    }

    private Measure drain(Set<String> channels, Burden burden) throws Exception {
        reset();
        execute(insert("outbox_event", "orders", EVENTS, AGGREGATES, ""));
        burden.lay();
        execute("VACUUM ANALYZE");
        execute("CHECKPOINT");
        return drained(channels);
    }

    /** How fast everything of the channel "orders" leaves that may leave. */
    private Measure drained(Set<String> channels) throws Exception {
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
                        List.of()));
        long begin = System.nanoTime();
        relay.start();
        relay.heartbeat();
        long until = begin + Duration.ofMinutes(5).toNanos();
        while (sent.get() < EVENTS && System.nanoTime() < until) {
            Thread.onSpinWait();
            java.util.concurrent.locks.LockSupport.parkNanos(200_000);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        relay.stop(Duration.ofSeconds(5));
        if (sent.get() < EVENTS) {
            throw new IllegalStateException("Only " + sent + " of " + EVENTS + " events left.");
        }
        return new Measure(EVENTS / seconds, store.meanClaimMillis("orders"));
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

    private void reset() throws SQLException {
        execute("TRUNCATE outbox_event, outbox_waiting, outbox_blocked, outbox_quarantine, outbox_published");
        execute("UPDATE outbox_shard SET blocked = blocked + 1");
    }

    private void blockedAggregates() throws SQLException {
        execute("INSERT INTO outbox_blocked (channel, aggregatetype, aggregateid, shard, event_id, sequence,"
                + " previous_sequence, held, since) SELECT 'orders', 'order', 'blocked-' || i, i % " + SHARDS
                + ", gen_random_uuid(), 1, 0, TRUE, now() FROM generate_series(1, " + BLOCKED + ") i");
        execute(insert("outbox_waiting", "orders", BLOCKED * ROWS_OF_BLOCKED, BLOCKED, "blocked"));
        execute("UPDATE outbox_shard SET blocked = blocked + 1");
        execute("VACUUM ANALYZE outbox_blocked, outbox_waiting");
    }

    private void deadChannel() throws SQLException {
        execute(insert("outbox_event", "dead", DEAD_ROWS, AGGREGATES, ""));
    }

    private void poisonedEvent() throws SQLException {
        execute("INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type, schema_version,"
                + " sequence, content_type, payload, occurred_at) VALUES ('orders', 3, gen_random_uuid(), 'order',"
                + " 'poisoned', 'poison', 1, 1, 'text/plain', '\\x00', now())");
    }

    private static String insert(String table, String channel, int rows, int aggregates, String reason) {
        boolean waiting = !reason.isEmpty();
        return "INSERT INTO " + table + " (channel, shard, id, aggregatetype, aggregateid, type, schema_version,"
                + " sequence, content_type, payload, occurred_at" + (waiting ? ", reason" : "") + ") SELECT '" + channel
                + "', (i % " + aggregates + ") % " + SHARDS + ", gen_random_uuid(), 'order', '"
                + (waiting ? "blocked-" : "a-") + "' || i % " + aggregates + ", 'order.placed', 1, i / " + aggregates
                + " + 1, 'application/json', convert_to(repeat('x', 1000), 'UTF8'), now()"
                + (waiting ? ", '" + reason + "'" : "") + " FROM generate_series(0, " + (rows - 1) + ") i";
    }

    /** Retention at work on a large history: what the relay and the application notice of it. */
    private void history() throws Exception {
        List<Double> ratios = new ArrayList<>();
        double worstWait = 0;
        long worstInsert = 0;
        for (int round = 0; round < Math.max(1, rounds / 2); round++) {
            Measure plain = withWriters(null);
            reset();
            layHistory();
            execute("CHECKPOINT");
            LockWatch watch = new LockWatch(dataSource);
            AtomicBoolean over = new AtomicBoolean();
            Retention retention = new Retention(
                    dataSource,
                    new Schema(dataSource, false, TableNames.DEFAULT),
                    new RetentionPeriods(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(1)),
                    List.of(),
                    System::nanoTime);
            Thread cleaner = new Thread(() -> {
                while (!over.get()) {
                    retention.run();
                }
            });
            Thread watcher = new Thread(watch);
            cleaner.start();
            watcher.start();
            AtomicLong slowest = new AtomicLong();
            Measure cleaned = withWriters(slowest);
            while (count("SELECT COUNT(*) FROM outbox_published WHERE published_at < now() - interval '1 hour'") > 0) {
                Thread.onSpinWait();
            }
            over.set(true);
            cleaner.join();
            watch.stop();
            watcher.join();
            ratios.add(cleaned.eventsPerSecond() / plain.eventsPerSecond());
            worstWait = Math.max(worstWait, watch.longestMillis());
            worstInsert = Math.max(worstInsert, slowest.get() / 1_000_000);
        }
        System.out.printf(
                Locale.ROOT,
                "%nRetention of %,d rows of history while the relay drains and an application writes: throughput %s of"
                        + " that without; longest wait for a lock by the application %.0f ms, slowest of its"
                        + " transactions %d ms, deadlocks %d.%n",
                HISTORY,
                spread(ratios),
                worstWait,
                worstInsert,
                count("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
    }

    private Measure withWriters(AtomicLong slowest) throws Exception {
        execute("TRUNCATE outbox_event");
        execute(insert("outbox_event", "orders", EVENTS, AGGREGATES, ""));
        execute("VACUUM ANALYZE outbox_event");
        execute("CHECKPOINT");
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = new Thread(() -> write(over, slowest));
        writer.start();
        Measure measure = drained(Set.of("orders"));
        over.set(true);
        writer.join();
        return measure;
    }

    private void write(AtomicBoolean over, AtomicLong slowest) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET application_name = 'application'");
            while (!over.get()) {
                long begin = System.nanoTime();
                statement.execute("INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type,"
                        + " schema_version, content_type, occurred_at) VALUES ('other', 1, gen_random_uuid(), 'order',"
                        + " 'z', 't', 1, 'text/plain', now())");
                if (slowest != null) {
                    slowest.accumulateAndGet(System.nanoTime() - begin, Math::max);
                }
            }
            statement.execute("SET application_name = ''");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Five hours of history in partitions of an hour, past their retention but for the last. */
    private void layHistory() throws SQLException {
        for (int hour = 6; hour > 1; hour--) {
            String name = text("SELECT 'outbox_published_p' || to_char(date_trunc('hour', now() AT TIME ZONE 'UTC')"
                    + " - interval '" + hour + " hours', 'YYYYMMDDHH24')");
            execute("DROP TABLE IF EXISTS " + name);
            execute("DO $$ BEGIN EXECUTE format('CREATE TABLE " + name
                    + " PARTITION OF outbox_published FOR VALUES FROM"
                    + " (%L) TO (%L)', date_trunc('hour', now()) - interval '" + hour
                    + " hours', date_trunc('hour', now()) - interval '" + (hour - 1) + " hours'); END $$");
            execute("INSERT INTO " + name + " (channel, shard, position, id, aggregatetype, aggregateid, type,"
                    + " schema_version, sequence, content_type, payload, occurred_at, published_at) SELECT 'orders', i %"
                    + " 8, i, gen_random_uuid(), 'order', 'a', 'order.placed', 1, i, 'application/json',"
                    + " convert_to(repeat('x', 100), 'UTF8'), now(), date_trunc('hour', now()) - interval '" + hour
                    + " hours' + i * interval '1 ms' FROM generate_series(1, " + HISTORY / 5 + ") i");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long count(String sql) throws SQLException {
        return Long.parseLong(text(sql));
    }

    private String text(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static String spread(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median(values), sorted[0], sorted[sorted.length - 1]);
    }
}
