package org.eeoutbox.jpa.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgreSqlRetentionIT extends RetentionContract {

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @Override
    DataSource dataSource() {
        return postgres.getPostgresDatabase();
    }

    @AfterEach
    void dropPartitions() throws SQLException {
        for (String partition : partitions()) {
            execute("DROP TABLE " + partition);
        }
    }

    @Test
    void partitionsAreMadeAheadAndRowsGoThere() throws SQLException {
        retention(Duration.ofDays(1)).run();
        retention(Duration.ofDays(1)).run();
        assertThat(partitions()).hasSize(4);
        published(OffsetDateTime.now(), 3);
        assertThat(count("outbox_published_default")).isZero();
        assertThat(texts("SELECT DISTINCT tableoid::regclass::text FROM outbox_published"))
                .containsExactly(partitions().get(0));
    }

    @Test
    void aLongRetentionHasPartitionsOfDays() throws SQLException {
        retention(Duration.ofDays(30)).run();
        assertThat(partitions()).hasSize(4).allMatch(name -> name.matches("outbox_published_p\\d{8}"));
    }

    @Test
    void theFirstPartitionWaitsWhereRowsHaveComeBeforeIt() throws SQLException {
        published(OffsetDateTime.now(), 3);
        retention(Duration.ofDays(1)).run();
        assertThat(partitions()).hasSize(3);
        assertThat(count("outbox_published")).isEqualTo(3);
    }

    @Test
    void anOldPartitionIsArchivedAndDropped() throws SQLException {
        String old = partition(OffsetDateTime.now().minusHours(30));
        String young = partition(OffsetDateTime.now().minusHours(5));
        published(OffsetDateTime.now().minusHours(30).truncatedTo(ChronoUnit.HOURS), 2_100);
        published(OffsetDateTime.now().minusHours(5).truncatedTo(ChronoUnit.HOURS), 4);
        List<UUID> archived = new ArrayList<>();
        retention(
                        Duration.ofDays(1),
                        events ->
                                events.forEach(each -> archived.add(each.event().id())))
                .run();
        assertThat(partitions()).contains(young).doesNotContain(old);
        assertThat(archived).hasSize(2_100).doesNotHaveDuplicates();
        assertThat(count("outbox_published")).isEqualTo(4);
    }

    @Test
    void aPartitionThatSomebodyElseMadeIsLeftAlone() throws SQLException {
        execute("CREATE TABLE foreign_p PARTITION OF outbox_published"
                + " FOR VALUES FROM ('2020-01-01 00:00Z') TO ('2020-01-02 00:00Z')");
        execute("CREATE TABLE f PARTITION OF outbox_published"
                + " FOR VALUES FROM ('2020-01-02 00:00Z') TO ('2020-01-03 00:00Z')");
        try {
            retention(Duration.ofDays(1)).run();
            assertThat(partitions()).hasSize(4);
        } finally {
            execute("DROP TABLE foreign_p, f");
        }
    }

    @Test
    void aPartitionThatIsInUseIsDroppedLaterAndNobodyWaitsForIt() throws SQLException {
        String old = partition(OffsetDateTime.now().minusHours(30));
        try (Connection reader = dataSource().getConnection();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.executeQuery("SELECT COUNT(*) FROM outbox_published").close();
            retention(Duration.ofDays(1)).run();
            assertThat(partitions()).contains(old);
            reader.rollback();
        }
        retention(Duration.ofDays(1)).run();
        assertThat(partitions()).doesNotContain(old);
    }

    @Test
    void aRoleWithoutTheRightToMakePartitionsCleansInBatches() throws SQLException {
        execute("DROP ROLE IF EXISTS relay");
        execute("CREATE ROLE relay LOGIN");
        execute("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO relay");
        published(OffsetDateTime.now().minusHours(30), 1_200);
        published(OffsetDateTime.now(), 3);
        DataSource limited = postgres.getDatabase("relay", "postgres");
        new Retention(
                        limited,
                        new Schema(limited, false, TableNames.DEFAULT),
                        new RetentionPeriods(Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1)),
                        List.of(),
                        System::nanoTime)
                .run();
        assertThat(count("outbox_published")).isEqualTo(3);
        assertThat(partitions()).isEmpty();
        execute("DROP OWNED BY relay");
    }

    private String partition(OffsetDateTime at) throws SQLException {
        OffsetDateTime start = at.withOffsetSameInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.HOURS);
        String name = "outbox_published_p" + start.format(DateTimeFormatter.ofPattern("yyyyMMddHH"));
        execute("CREATE TABLE " + name + " PARTITION OF outbox_published FOR VALUES FROM ('" + start + "') TO ('"
                + start.plusHours(1) + "')");
        return name;
    }

    private List<String> partitions() throws SQLException {
        return texts("SELECT relname FROM pg_class WHERE relname LIKE 'outbox\\_published\\_p2%' AND relkind = 'r'"
                + " ORDER BY relname");
    }
}
