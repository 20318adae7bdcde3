package org.eeoutbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.eeoutbox.cli.OutboxctlIT.Answer;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.lab.MariaDb;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** That the command reaches MariaDB, reads it and changes it; what it does there is the operations' contract. */
class OutboxctlMariaDbIT {

    private static final UUID POISON = UUID.fromString("019aa000-0000-7000-8000-000000000001");
    private static final UUID OTHER = UUID.fromString("019aa000-0000-7000-8000-000000000002");
    private static final UUID SENT = UUID.fromString("019aa000-0000-7000-8000-000000000003");

    private static MariaDb mariaDb;

    @BeforeAll
    static void start() throws SQLException {
        mariaDb = MariaDb.start();
        new Schema(mariaDb.dataSource(), true, TableNames.DEFAULT).dialect();
        execute("INSERT INTO outbox_channel (channel, shards) VALUES ('orders', 8)");
        execute("INSERT INTO outbox_shard (channel, shard) VALUES ('orders', 3)");
        String columns = "channel, shard, position, id, aggregatetype, aggregateid, type, schema_version,"
                + " content_type, headers, payload, occurred_at";
        String values = "'orders', 3, %d, '%s', 'order', 'é %1$d', 'order.placed', 1, 'application/json', '{}', '{}',"
                + " '2026-11-30 10:00:00'";
        for (UUID id : List.of(POISON, OTHER)) {
            execute("INSERT INTO outbox_quarantine (" + columns
                    + ", quarantined_at, attempts, error_kind, error) VALUES ("
                    + values.formatted(id.equals(POISON) ? 1 : 2, id)
                    + ", '2026-11-30 12:00:00', 5, 'TooLarge', 'big')");
        }
        execute("INSERT INTO outbox_published (" + columns + ", published_at) VALUES (" + values.formatted(3, SENT)
                + ", '2026-11-30 12:00:00')");
    }

    @AfterAll
    static void stop() {
        mariaDb.close();
    }

    @Test
    void findsShowsRepairsRepublishesDiscardsReplaysAndPauses() throws SQLException {
        Answer found = ctl("find", "--output", "json");
        assertThat(found.json().getJsonArray("events")).hasSize(2);
        assertThat(found.json().getJsonArray("events").getJsonObject(0).getString("since"))
                .isEqualTo("2026-11-30T12:00:00Z");
        assertThat(found.err()).isEmpty();
        assertThat(ctl("show", POISON.toString()).out()).contains("é 1", "TooLarge");

        succeeds("repair", POISON.toString(), "--reason", "typo", "--header", "trace=1", "--yes", "--as", "bob");
        succeeds("republish", POISON.toString(), "--reason", "repaired", "--as", "bob");
        assertThat(ctl("republish", POISON.toString(), "--reason", "again").exitCode())
                .isEqualTo(1);
        succeeds("discard", OTHER.toString(), "--reason", "obsolete", "--yes", "--as", "bob");
        succeeds(
                "replay",
                "--from",
                "2026-11-30T00:00:00Z",
                "--until",
                "2026-12-01T00:00:00Z",
                "--reason",
                "lost there",
                "--yes",
                "--as",
                "bob");
        succeeds("pause", "orders", "--reason", "maintenance", "--as", "bob");
        succeeds("resume", "orders", "--reason", "done", "--as", "bob");

        assertThat(query("SELECT id FROM outbox_waiting ORDER BY id"))
                .containsExactly(POISON.toString(), SENT.toString());
        assertThat(query("SELECT id FROM outbox_quarantine")).isEmpty();
        assertThat(query("SELECT CONCAT(action, ' ', actor) FROM outbox_audit ORDER BY at"))
                .contains("repair bob", "republish bob", "discard bob", "replay bob", "pause bob", "resume bob");
    }

    private static void succeeds(String... arguments) {
        Answer answer = ctl(arguments);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
    }

    private static Answer ctl(String... arguments) {
        ProcessBuilder process = OutboxctlIT.process(mariaDb.jdbcUrl(), arguments);
        process.environment().put("OUTBOX_USER", mariaDb.user());
        process.environment().put("OUTBOX_PASSWORD", mariaDb.password());
        return OutboxctlIT.answer(process, "");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = mariaDb.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> query(String sql) throws SQLException {
        try (Connection connection = mariaDb.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (row.next()) {
                values.add(row.getString(1));
            }
            return values;
        }
    }
}
