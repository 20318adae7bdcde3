package org.eeoutbox.faults.relays;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.awaitility.core.ConditionFactory;
import org.eeoutbox.jpa.store.JdbcOutboxStore;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.lab.Postgres;
import org.eeoutbox.relay.engine.Relay;
import org.eeoutbox.relay.engine.RelayConfig;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.relay.engine.RelayRuntime;
import org.eeoutbox.spi.FailureClassifier.Trouble;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Many relays in this JVM, as on many nodes: they share the PostgreSQL database and nothing else. */
abstract class RelaysFixture {

    static final String CHANNEL = "orders";
    static final int SHARDS = 8;
    static final Duration FIRST_RETRY = Duration.ofMillis(400);
    static final RelayConfig CONFIG = config(500, 3);

    private static final Duration HEARTBEAT = Duration.ofMillis(100);

    private static Postgres postgres;

    final Topic topic = new Topic();
    private final List<Relay> relays = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService heart = Executors.newScheduledThreadPool(4);

    @BeforeAll
    static void startDatabase() {
        postgres = Postgres.builder().fsync(false).start();
        new Schema(postgres.dataSource(), true, TableNames.DEFAULT).dialect();
    }

    @AfterAll
    static void stopDatabase() {
        postgres.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        execute("TRUNCATE outbox_event, outbox_waiting, outbox_blocked, outbox_quarantine, outbox_published,"
                + " outbox_shard, outbox_channel");
    }

    @AfterEach
    void stopRelays() {
        heart.shutdownNow();
        relays.forEach(relay -> relay.stop(Duration.ofSeconds(2)));
        topic.close();
    }

    static RelayConfig config(int batchSize, int maxAttempts) {
        return new RelayConfig(
                batchSize,
                1 << 20,
                Duration.ofSeconds(2),
                Duration.ofSeconds(20),
                Duration.ofMillis(20),
                Duration.ofMillis(200),
                1,
                new RelayConfig.Retry(maxAttempts, FIRST_RETRY, FIRST_RETRY),
                Set.of());
    }

    static DataSource database() {
        return postgres.dataSource();
    }

    Relay relay(String name) {
        return relay(name, database(), System::nanoTime, CONFIG);
    }

    /** A relay that is not started; its heart beats once it is. */
    Relay relay(String name, DataSource source, LongSupplier clock, RelayConfig config, RelayListener... listeners) {
        Relay relay = new Relay(
                new JdbcOutboxStore(source, new Schema(source, false, TableNames.DEFAULT), SHARDS, true),
                topic.as(name),
                Set.of(CHANNEL),
                config,
                new RelayRuntime(
                        work -> daemon(work, name),
                        clock,
                        () -> ThreadLocalRandom.current().nextDouble(),
                        (event, cause) -> cause instanceof Topic.RefusedException ? Trouble.EVENT : Trouble.UNKNOWN,
                        List.of(listeners)));
        relays.add(relay);
        heart.scheduleWithFixedDelay(relay::heartbeat, 0, HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
        return relay;
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Stores so many events of each aggregate, in turns, as one transaction of capture would. */
    static List<UUID> store(int aggregates, int eventsEach) throws SQLException {
        List<UUID> ids = new ArrayList<>();
        try (Connection connection = database().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO outbox_event (channel, shard, id,"
                        + " aggregatetype, aggregateid, type, schema_version, content_type, occurred_at, sequence,"
                        + " payload) VALUES ('" + CHANNEL + "', ?, ?, 'order', ?, 'order.placed', 1, 'text/plain',"
                        + " CURRENT_TIMESTAMP, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int sequence = 1; sequence <= eventsEach; sequence++) {
                for (int aggregate = 0; aggregate < aggregates; aggregate++) {
                    UUID id = UUID.randomUUID();
                    ids.add(id);
                    insert.setInt(1, aggregate % SHARDS);
                    insert.setObject(2, id);
                    insert.setString(3, "a" + aggregate);
                    insert.setInt(4, sequence);
                    insert.setBytes(5, ("a" + aggregate + " " + sequence).getBytes(StandardCharsets.UTF_8));
                    insert.addBatch();
                }
            }
            insert.executeBatch();
            connection.commit();
        }
        return ids;
    }

    static void execute(String sql) throws SQLException {
        try (Connection connection = database().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static int number(String sql) throws SQLException {
        try (Connection connection = database().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    static int pending() throws SQLException {
        return number("SELECT (SELECT COUNT(*) FROM outbox_event) + (SELECT COUNT(*) FROM outbox_waiting)");
    }

    static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }

    static void drained() {
        eventually().until(() -> pending() == 0);
    }
}
