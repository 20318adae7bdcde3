package org.eeoutbox.jpa.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.jpa.store.JdbcOutboxStore;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
import org.eeoutbox.spi.OutboxStore.Limits;
import org.eeoutbox.spi.OutboxStore.Outcome;
import org.eeoutbox.spi.PublishedArchive;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What retention must do on every database. */
abstract class RetentionContract {

    private static final ShardId SHARD = new ShardId("orders", 0);

    private Schema schema;

    abstract DataSource dataSource();

    @BeforeEach
    void emptyTables() throws SQLException {
        schema = new Schema(dataSource(), true, TableNames.DEFAULT);
        schema.dialect();
        for (String table : List.of(
                "outbox_event",
                "outbox_waiting",
                "outbox_quarantine",
                "outbox_published",
                "outbox_audit",
                "outbox_inbox",
                "outbox_inbox_sequence")) {
            execute("DELETE FROM " + table);
        }
    }

    Retention retention(Duration published, PublishedArchive... archives) {
        return new Retention(
                dataSource(),
                new Schema(dataSource(), false, TableNames.DEFAULT),
                new RetentionPeriods(published, Duration.ofDays(30), Duration.ofDays(3)),
                List.of(archives),
                System::nanoTime);
    }

    @Test
    void onlyWhatIsPastItsRetentionGoes() throws SQLException {
        published(OffsetDateTime.now().minusHours(25), 2_500);
        published(OffsetDateTime.now().minusHours(23), 10);
        execute("INSERT INTO outbox_audit (id, at, actor, action, reason) VALUES"
                + " ('00000000-0000-0000-0000-000000000001', CURRENT_TIMESTAMP, 'ada', 'discard', 'new'),"
                + " ('00000000-0000-0000-0000-000000000002', " + time("2020-01-01T00:00:00Z") + ", 'ada',"
                + " 'discard', 'old')");
        execute("INSERT INTO outbox_inbox (consumer, event_id, processed_at) VALUES ('c', 'new', CURRENT_TIMESTAMP),"
                + " ('c', 'old', " + time("2020-01-01T00:00:00Z") + ")");
        retention(Duration.ofDays(1)).run();
        assertThat(count("outbox_published")).isEqualTo(10);
        assertThat(texts("SELECT reason FROM outbox_audit")).containsExactly("new");
        assertThat(texts("SELECT event_id FROM outbox_inbox")).containsExactly("new");
    }

    @Test
    void aConsumerForgetsAggregatesOfWhichItHasHeardNothing() throws SQLException {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO outbox_inbox_sequence (consumer, source, aggregatetype, aggregateid, last_sequence,"
                                + " seen_on) VALUES ('c', '/s', 't', ?, 7, ?)")) {
            for (int i = 0; i < 2_100; i++) {
                insert.setString(1, (i < 3 ? "new" : "old") + i);
                insert.setObject(2, LocalDate.now(ZoneOffset.UTC).minusDays(i < 3 ? i : i + 3));
                insert.addBatch();
            }
            insert.executeBatch();
        }
        retention(Duration.ofDays(1)).run();
        assertThat(texts("SELECT aggregateid FROM outbox_inbox_sequence ORDER BY aggregateid"))
                .containsExactly("new0", "new1", "new2");
    }

    @Test
    void noUnpublishedRowIsEverTouched() throws SQLException {
        for (String table : List.of("outbox_event", "outbox_waiting", "outbox_quarantine")) {
            String old = time("2001-01-01T00:00:00Z");
            String more = table.equals("outbox_waiting")
                    ? ", 'blocked'"
                    : table.equals("outbox_quarantine") ? ", " + old + ", 1, 'k', 'e'" : "";
            String columns = table.equals("outbox_waiting")
                    ? ", reason"
                    : table.equals("outbox_quarantine") ? ", quarantined_at, attempts, error_kind, error" : "";
            execute("INSERT INTO " + table + " (channel, shard, position, id, aggregatetype, aggregateid, type,"
                    + " schema_version, content_type, occurred_at" + columns + ") VALUES ('orders', 0, 1, '"
                    + UUID.randomUUID() + "', 't', 'a', 't', 1, 'text/plain', " + old + more + ")");
        }
        retention(Duration.ZERO).run();
        assertThat(count("outbox_event")).isEqualTo(1);
        assertThat(count("outbox_waiting")).isEqualTo(1);
        assertThat(count("outbox_quarantine")).isEqualTo(1);
    }

    @Test
    void archivesTakeEverythingBeforeItGoes() throws SQLException {
        published(OffsetDateTime.now().minusHours(30), 1_700);
        List<UUID> archived = new ArrayList<>();
        retention(
                        Duration.ofDays(1),
                        events -> events.forEach(each -> {
                            assertThat(new String(
                                            each.event().message().payload().orElseThrow(), StandardCharsets.UTF_8))
                                    .startsWith("p");
                            assertThat(each.publishedAt())
                                    .isBefore(OffsetDateTime.now().toInstant());
                            archived.add(each.event().id());
                        }))
                .run();
        assertThat(archived).hasSize(1_700).doesNotHaveDuplicates();
        assertThat(count("outbox_published")).isZero();
    }

    @Test
    void whatAnArchiveDoesNotTakeStaysAndComesAgain() throws SQLException {
        published(OffsetDateTime.now().minusHours(30), 20);
        AtomicBoolean full = new AtomicBoolean(true);
        List<UUID> archived = new ArrayList<>();
        Retention retention = retention(Duration.ofDays(1), events -> {
            if (full.get()) {
                throw new IllegalStateException("the disk is full");
            }
            events.forEach(each -> archived.add(each.event().id()));
        });
        assertThatThrownBy(retention::run)
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageContaining("20 published events")
                .hasRootCauseMessage("the disk is full");
        assertThat(count("outbox_published")).isEqualTo(20);
        full.set(false);
        retention.run();
        assertThat(archived).hasSize(20);
        assertThat(count("outbox_published")).isZero();
    }

    /** Writers, a relay and a retention of nothing, all at once: every event is published once and none is lost. */
    @Test
    void retentionRacesNeitherWritersNorTheRelay() throws Exception {
        OutboxStore store =
                new JdbcOutboxStore(dataSource(), new Schema(dataSource(), false, TableNames.DEFAULT), 8, true);
        store.open(Set.of("orders"));
        AtomicBoolean done = new AtomicBoolean();
        Set<UUID> archived = java.util.concurrent.ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        List<Future<?>> cleaners = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            cleaners.add(threads.submit(() -> {
                while (!done.get()) {
                    retention(
                                    Duration.ofMillis(1),
                                    events -> events.forEach(
                                            each -> archived.add(each.event().id())))
                            .run();
                }
            }));
        }
        Future<Integer> written = threads.submit(() -> {
            Random random = new Random(7);
            int rows = 0;
            for (int i = 0; i < 100; i++) {
                int some = 1 + random.nextInt(30);
                insertEvents(some);
                rows += some;
            }
            return rows;
        });
        int published = 0;
        while (!written.isDone() || count("outbox_event") > 0) {
            try (Claim claim = store.claim(SHARD, new Limits(25, 1 << 20, Duration.ofSeconds(30)))
                    .orElseThrow()) {
                published += claim.settle(Outcome.published(claim.events()));
            }
        }
        done.set(true);
        for (Future<?> cleaner : cleaners) {
            cleaner.get();
        }
        threads.shutdown();
        assertThat(published).isEqualTo(written.get());
        assertThat(archived.size() + count("outbox_published")).isEqualTo(written.get());
    }

    private void insertEvents(int rows) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement(schema.text("INSERT INTO outbox_event (channel, shard, id,"
                                + " aggregatetype, aggregateid, type, schema_version, content_type, occurred_at, payload)"
                                + " VALUES ('orders', 0, ?, 't', 'a', 't', 1, 'text/plain', CURRENT_TIMESTAMP, ?)"))) {
            for (int i = 0; i < rows; i++) {
                insert.setObject(1, UUID.randomUUID());
                insert.setBytes(2, "p".getBytes(StandardCharsets.UTF_8));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    void published(OffsetDateTime at, int rows) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO outbox_published (channel, shard,"
                                + " position, id, aggregatetype, aggregateid, type, schema_version, content_type, occurred_at,"
                                + " published_at, payload) VALUES ('orders', 0, ?, ?, 't', 'a', 't', 1, 'text/plain', ?, ?, ?)")) {
            for (int i = 0; i < rows; i++) {
                insert.setLong(1, i);
                insert.setObject(2, UUID.randomUUID());
                insert.setObject(3, schema.dialect().parameter(at.toInstant()));
                insert.setObject(
                        4,
                        schema.dialect()
                                .parameter(at.plusNanos(i / 7 * 1_000_000L).toInstant()));
                insert.setBytes(5, ("p" + i).getBytes(StandardCharsets.UTF_8));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(schema.text(sql));
        }
    }

    /** A time as it is written into a statement. */
    private String time(String instant) {
        return schema.dialect().instantParameter().replace("?", "'" + instant + "'");
    }

    int count(String table) throws SQLException {
        return Integer.parseInt(texts("SELECT COUNT(*) FROM " + table).get(0));
    }

    List<String> texts(String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }
}
