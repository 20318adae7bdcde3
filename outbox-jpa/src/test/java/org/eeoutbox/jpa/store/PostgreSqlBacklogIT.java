package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eeoutbox.spi.Backlog.Standing;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it costs to look at large tables. */
class PostgreSqlBacklogIT {

    private static final int ROWS = 1_200_000;
    private static final int SHARDS = 8;

    private static EmbeddedPostgres postgres;
    private static JdbcBacklog backlog;
    private static Schema schema;

    @BeforeAll
    static void fill() throws IOException, SQLException {
        postgres = EmbeddedPostgres.start();
        schema = new Schema(postgres.getPostgresDatabase(), true, TableNames.DEFAULT);
        schema.dialect();
        backlog = new JdbcBacklog(postgres.getPostgresDatabase(), schema, SHARDS);
        String event = "'a' || i % 1000, 'order.placed', 1, i, 'text/plain', 'x'::bytea,"
                + " now() - interval '1 hour' + i * interval '1 ms' FROM generate_series(1, ";
        String columns = " (channel, shard, id, aggregatetype, aggregateid, type, schema_version, sequence,"
                + " content_type, payload, occurred_at";
        execute("INSERT INTO outbox_event" + columns
                + ") SELECT CASE WHEN i % 3 = 0 THEN 'billing' ELSE 'orders' END, (i / 3) % " + SHARDS
                + ", gen_random_uuid(), 'order', " + event + ROWS + ") i");
        execute("INSERT INTO outbox_waiting" + columns + ", reason) SELECT 'orders', i % 8, gen_random_uuid(), 'order',"
                + event.replace(" FROM", ", 'blocked' FROM") + "30000) i");
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    /** Before and after the database has learned how large the tables are. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLookAtAMillionRowsReadsFewOfThemByIndexes(boolean analyzed) throws SQLException {
        if (analyzed) {
            execute("VACUUM ANALYZE");
        }
        Standing orders = backlog.read(Set.of("orders", "billing")).get("orders");
        assertThat((double) orders.pending()).isCloseTo(ROWS * 2 / 3.0, withPercentage(2));
        assertThat(orders.oldestAge()).hasValueSatisfying(age -> assertThat(age).isGreaterThan(Duration.ofMinutes(59)));
        assertThat(orders.waiting()).isEqualTo(JdbcBacklog.MOST);

        String plan = plan();
        assertThat(plan).doesNotContain("Seq Scan on outbox_event").contains("outbox_event_claim");
        assertThat(rowsReadFrom(plan, "outbox_event"))
                .as(plan)
                .allSatisfy(rows -> assertThat(rows).isLessThanOrEqualTo(JdbcBacklog.COUNTED_OF_SHARD));
        if (analyzed) {
            assertThat(rowsReadFrom(plan, "outbox_waiting"))
                    .as(plan)
                    .allSatisfy(rows -> assertThat(rows).isLessThanOrEqualTo(JdbcBacklog.MOST));
        }
    }

    private static String plan() throws SQLException {
        String sql = schema.text(backlog.sql(schema.dialect(), 1)).replace("?", "'orders'");
        List<String> lines = new ArrayList<>();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("EXPLAIN (ANALYZE, TIMING OFF) " + sql)) {
            while (row.next()) {
                lines.add(row.getString(1));
            }
        }
        return String.join("\n", lines);
    }

    private static List<Integer> rowsReadFrom(String plan, String table) {
        List<Integer> rows = new ArrayList<>();
        Matcher scan = Pattern.compile("Scan[^\n]* on " + table + "[^\n]*actual rows=(\\d+)")
                .matcher(plan);
        while (scan.find()) {
            rows.add(Integer.valueOf(scan.group(1)));
        }
        assertThat(rows).as(plan).isNotEmpty();
        return rows;
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
