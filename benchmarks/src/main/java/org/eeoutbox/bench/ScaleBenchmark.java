package org.eeoutbox.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.eeoutbox.bench.Drain.Measure;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.lab.KafkaBroker;
import org.eeoutbox.lab.Postgres;
import org.h2.jdbcx.JdbcConnectionPool;
import org.postgresql.ds.PGConnectionPoolDataSource;

/**
 * What stands beside the healthy events must not slow them down: blocked aggregates, a dead channel, a poisoned event. Each burden is compared with its absence, in turn, in one run, on PostgreSQL
 * (fsync and synchronous_commit on) and Kafka (acks=all), with the relay's engine and without a server around it.
 */
final class ScaleBenchmark {

    private static final int EVENTS = 150_000;
    private static final int AGGREGATES = 1_000;
    private static final int BLOCKED = 10_000;
    private static final int ROWS_OF_BLOCKED = 40;
    private static final int DEAD_ROWS = 1_000_000;

    private final DataSource dataSource;
    private final Drain drain;
    private final int rounds;

    private interface Burden {
        void lay() throws SQLException;
    }

    private ScaleBenchmark(DataSource dataSource, Drain drain, int rounds) {
        this.dataSource = dataSource;
        this.drain = drain;
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        try (Postgres postgres = Postgres.builder().fsync(true).start();
                KafkaBroker kafka = KafkaBroker.builder().start();
                KafkaProducer<String, byte[]> producer = Drain.producer(kafka.bootstrapServers())) {
            PGConnectionPoolDataSource source = new PGConnectionPoolDataSource();
            source.setUrl(postgres.jdbcUrl());
            source.setUser(postgres.user());
            source.setPassword(postgres.password());
            JdbcConnectionPool pool = JdbcConnectionPool.create(source);
            new Schema(pool, true, TableNames.DEFAULT).dialect();
            ScaleBenchmark benchmark = new ScaleBenchmark(pool, new Drain(pool, producer), rounds);
            System.out.println(
                    "| burden | throughput, ratio to none | time of a claim, ratio to none | events/s without |");
            System.out.println("|---|---|---|---|");
            benchmark.compare("10,000 blocked aggregates of 40 events", benchmark::blockedAggregates, Set.of("orders"));
            benchmark.compare(
                    "another channel that is down, with 1,000,000 events",
                    benchmark::deadChannel,
                    Set.of("orders", "dead"));
            benchmark.compare("1 poisoned event among them", benchmark::poisonedEvent, Set.of("orders"));
            pool.dispose();
        }
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
                Locale.ROOT,
                "| %s | %s | %s | %,.0f |%n",
                name,
                Spread.of(throughput),
                Spread.of(claims),
                Spread.median(without));
    }

    private Measure drain(Set<String> channels, Burden burden) throws Exception {
        reset();
        burden.lay();
        // Last in both cases, so that the cache is as warm with them.
        execute(insert("outbox_event", "orders", EVENTS, AGGREGATES, ""));
        execute("VACUUM ANALYZE");
        execute("CHECKPOINT");
        return drain.of(EVENTS, channels);
    }

    private void reset() throws SQLException {
        execute("TRUNCATE outbox_event, outbox_waiting, outbox_blocked, outbox_quarantine, outbox_published");
        execute("UPDATE outbox_shard SET blocked = blocked + 1");
    }

    private void blockedAggregates() throws SQLException {
        execute("INSERT INTO outbox_blocked (channel, aggregatetype, aggregateid, shard, event_id, sequence,"
                + " previous_sequence, held, since) SELECT 'orders', 'order', 'blocked-' || i, i % " + Drain.SHARDS
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
                + "', (i % " + aggregates + ") % " + Drain.SHARDS + ", gen_random_uuid(), 'order', '"
                + (waiting ? "blocked-" : "a-") + "' || i % " + aggregates + ", 'order.placed', 1, i / " + aggregates
                + " + 1, 'application/json', convert_to(repeat('x', 1000), 'UTF8'), now()"
                + (waiting ? ", '" + reason + "'" : "") + " FROM generate_series(0, " + (rows - 1) + ") i";
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
