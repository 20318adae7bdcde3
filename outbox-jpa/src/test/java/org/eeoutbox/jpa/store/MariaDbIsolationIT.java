package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.eeoutbox.jpa.MariaDbServer;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
import org.eeoutbox.spi.OutboxStore.Limits;
import org.eeoutbox.spi.OutboxStore.Outcome;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MariaDB's default is REPEATABLE READ, with locks on gaps. Applications may keep it; the relay never runs with it. */
class MariaDbIsolationIT {

    private static final ShardId FIRST = new ShardId("orders", 3);
    private static final ShardId SECOND = new ShardId("orders", 4);
    private static final Limits LIMITS = new Limits(100, 1_000_000, Duration.ofSeconds(30));

    private static MariaDbServer mariaDb;
    private static Schema schema;

    @BeforeAll
    static void start() throws SQLException {
        mariaDb = MariaDbServer.start();
        schema = new Schema(mariaDb.dataSource(), true, TableNames.DEFAULT);
        schema.dialect();
        try (Connection connection = mariaDb.dataSource().getConnection()) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        }
    }

    @AfterAll
    static void stop() {
        mariaDb.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = connection()) {
            execute(connection, "DELETE FROM outbox_event");
            execute(connection, "DELETE FROM outbox_aggregate");
        }
        store().open(Set.of("orders"));
    }

    @Test
    void pollersAndWritersOfNeighbouringShardsDoNotWaitForEachOther() throws SQLException {
        try (Connection writer = impatient()) {
            execute(writer, "SELECT COUNT(*) FROM outbox_event");
            insert(writer, FIRST, 1);
            insert(writer, SECOND, 1);
            writer.commit();

            Claim first = store().claim(FIRST, LIMITS).orElseThrow();
            Claim second = store().claim(SECOND, LIMITS).orElseThrow();
            assertThat(first.events()).hasSize(1);
            assertThat(second.events()).hasSize(1);
            insert(writer, FIRST, 2);
            insert(writer, SECOND, 2);
            assertThat(first.settle(Outcome.published(first.events()))).isEqualTo(1);
            assertThat(second.settle(Outcome.published(second.events()))).isEqualTo(1);
            try (Claim open = store().claim(FIRST, LIMITS).orElseThrow()) {
                assertThat(open.events()).isEmpty();
                writer.commit();
                insert(writer, FIRST, 3);
                writer.commit();
            }
        }
        try (Claim after = store().claim(FIRST, LIMITS).orElseThrow()) {
            assertThat(after.events()).hasSize(2);
        }
    }

    /** Planned by the statistics of a table that was empty just now, it would walk into the writer's row and wait. */
    @Test
    void aLargeSettlementTouchesItsOwnRowsOnly() throws SQLException {
        Limits limits = new Limits(500, 1_000_000, Duration.ofSeconds(30));
        try (Connection writer = impatient()) {
            for (int i = 1; i <= 500; i++) {
                insert(writer, FIRST, i);
            }
            writer.commit();
            insert(writer, SECOND, 1);
            insert(writer, FIRST, 501);
            Claim claim = store().claim(FIRST, limits).orElseThrow();
            assertThat(claim.events()).hasSize(500);
            assertTimeout(
                    Duration.ofSeconds(20),
                    () -> assertThat(claim.settle(Outcome.published(claim.events())))
                            .isEqualTo(500));
            writer.rollback();
        }
    }

    /** Each writer has read before, so a snapshot of its own is older than what the others have counted meanwhile. */
    @Test
    void overlappingWritersAtRepeatableReadCountWithoutGapsAndWithoutDeadlocks() throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(8);
        List<Future<List<Long>>> done = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            int some = i;
            done.add(writers.submit(() -> write(List.of("a" + some % 3, "b" + some % 50, "c"))));
        }
        List<Long> common = new ArrayList<>();
        for (Future<List<Long>> writer : done) {
            common.add(writer.get().get(2));
        }
        writers.shutdown();
        assertThat(common)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 400).boxed().toList());
    }

    private static List<Long> write(List<String> aggregates) throws SQLException {
        try (Connection connection = impatient()) {
            execute(connection, "SELECT COUNT(*) FROM outbox_aggregate");
            List<Long> sequences = new ArrayList<>();
            try (PreparedStatement query =
                    connection.prepareStatement(schema.text(schema.dialect().advanceCounters(aggregates.size())))) {
                int at = 0;
                for (String aggregate : aggregates) {
                    query.setString(++at, "orders");
                    query.setString(++at, "order");
                    query.setString(++at, aggregate);
                    query.setLong(++at, 1);
                }
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        sequences.add(row.getLong(4));
                    }
                }
            }
            insert(connection, FIRST, sequences.get(2));
            connection.commit();
            return sequences;
        }
    }

    @Test
    void aConnectionGoesBackToItsPoolAsItCame() throws SQLException {
        try (Connection connection = connection()) {
            execute(connection, "SET idle_transaction_timeout = 77");
            Dialect dialect = schema.dialect();
            dialect.begin(connection, Duration.ofMillis(1500));
            connection.setAutoCommit(false);
            assertThat(text(connection, "SELECT @@idle_transaction_timeout")).isEqualTo("2");
            assertThat(text(connection, "SELECT @@idle_readonly_transaction_timeout"))
                    .isEqualTo("2");
            connection.commit();
            connection.setAutoCommit(true);
            dialect.end(connection);
            assertThat(text(connection, "SELECT @@idle_transaction_timeout")).isEqualTo("77");
            assertThat(text(connection, "SELECT @@idle_readonly_transaction_timeout"))
                    .isEqualTo("0");
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        }
    }

    @Test
    void writersThatTheirSnapshotWouldRollBackAreWarnedOf() throws SQLException {
        try (Connection connection = connection()) {
            Dialect dialect = schema.dialect();
            assertThat(dialect.advice(connection)).isEmpty();
            execute(connection, "SET innodb_snapshot_isolation = ON");
            assertThat(dialect.advice(connection))
                    .hasValueSatisfying(advice -> assertThat(advice).contains("READ COMMITTED"));
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(dialect.advice(connection)).isEmpty();
        }
    }

    private static OutboxStore store() {
        return new JdbcOutboxStore(mariaDb.dataSource(), schema, 8, true);
    }

    private static Connection connection() throws SQLException {
        return mariaDb.dataSource().getConnection();
    }

    /** An application's transaction, which fails if it has to wait long. */
    private static Connection impatient() throws SQLException {
        Connection connection = connection();
        execute(connection, "SET innodb_lock_wait_timeout = 5");
        connection.setAutoCommit(false);
        return connection;
    }

    private static void insert(Connection connection, ShardId shard, long sequence) throws SQLException {
        execute(
                connection,
                "INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type, schema_version,"
                        + " content_type, occurred_at, sequence) VALUES ('" + shard.channel() + "', " + shard.shard()
                        + ", '" + UUID.randomUUID() + "', 'order', 'a', 'order.placed', 1, 'text/plain',"
                        + " UTC_TIMESTAMP(6), " + sequence + ")");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
