package org.eeoutbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as a process of its own, on PostgreSQL. */
class OutboxctlIT {

    private static final UUID POISON = UUID.fromString("019aa000-0000-7000-8000-000000000001");
    private static final UUID BEHIND = UUID.fromString("019aa000-0000-7000-8000-000000000002");
    private static final UUID SENT = UUID.fromString("019aa000-0000-7000-8000-000000000003");
    private static final String PASSWORD = "s3cret";

    private static EmbeddedPostgres postgres;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() throws IOException, SQLException {
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("password_encryption", "scram-sha-256")
                .start();
        new Schema(postgres.getPostgresDatabase(), true, TableNames.DEFAULT).dialect();
        execute("ALTER ROLE postgres PASSWORD '" + PASSWORD + "'");
        Path hba = Path.of(query("SHOW hba_file").get(0));
        Files.writeString(hba, "host all all all scram-sha-256\n");
        execute("SELECT pg_reload_conf()");
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @BeforeEach
    void fill() throws SQLException {
        execute("TRUNCATE outbox_event, outbox_waiting, outbox_quarantine, outbox_published, outbox_blocked,"
                + " outbox_audit, outbox_channel, outbox_shard");
        execute("INSERT INTO outbox_channel (channel, shards) VALUES ('orders', 8)");
        execute("INSERT INTO outbox_shard (channel, shard) VALUES ('orders', 3)");
        String columns = "channel, shard, position, id, aggregatetype, aggregateid, type, schema_version, sequence,"
                + " content_type, headers, payload, occurred_at";
        String values = "'orders', 3, %d, '%s', 'order', 'é 1', 'order.placed', 1, %d, 'application/json', '{}', '{}',"
                + " '2026-11-30T10:00:00Z'";
        execute("INSERT INTO outbox_quarantine (" + columns + ", quarantined_at, attempts, error_kind, error) VALUES ("
                + values.formatted(1, POISON, 1)
                + ", '2026-11-30T12:00:00Z', 5, 'TooLarge', E'\\x1b[2J\"quoted\"\\n' || repeat('x', 1000))");
        execute("INSERT INTO outbox_waiting (" + columns + ", reason) VALUES (" + values.formatted(2, BEHIND, 2)
                + ", 'blocked')");
        execute("INSERT INTO outbox_published (" + columns + ", published_at) VALUES (" + values.formatted(3, SENT, 3)
                + ", '2026-11-30T12:00:00Z')");
        execute("INSERT INTO outbox_blocked VALUES ('orders', 'order', 'é 1', 3, '" + POISON
                + "', 1, 0, TRUE, CURRENT_TIMESTAMP)");
    }

    @Test
    void eventsAreListedAsATable() {
        Answer answer = ctl("find");
        assertThat(answer.exitCode).isZero();
        assertThat(answer.out.lines().toList()).hasSize(2);
        assertThat(answer.out)
                .startsWith("ID ")
                .contains(POISON.toString())
                .contains("order é 1")
                .contains("TooLarge: \\u001B[2J\"quoted\"\\u000A")
                .contains("xxx…")
                .doesNotContain("\u001b");
        assertThat(ctl("find", "--state", "pending").out).isEqualTo("No events.\n");
    }

    @Test
    void eventsAreListedAsJsonPageByPage() throws SQLException {
        UUID second = UUID.fromString("019aa000-0000-7000-8000-000000000009");
        execute("INSERT INTO outbox_quarantine SELECT channel, shard, 9, '" + second
                + "', aggregatetype, 'other', type, schema_version, NULL, NULL, content_type, headers, NULL, occurred_at,"
                + " format, quarantined_at, attempts, error_kind, error FROM outbox_quarantine");
        JsonObject first = ctl("find", "--output", "json", "--limit", "1").json();
        JsonObject event = first.getJsonArray("events").getJsonObject(0);
        assertThat(event.getString("id")).isEqualTo(POISON.toString());
        assertThat(event.getString("aggregateId")).isEqualTo("é 1");
        assertThat(event.getInt("sequence")).isEqualTo(1);
        assertThat(event.getString("since")).isEqualTo("2026-11-30T12:00:00Z");
        assertThat(event.get("waiting")).isEqualTo(JsonValue.NULL);
        assertThat(event.getJsonObject("failure").getString("error")).startsWith("\u001b[2J\"quoted\"\n");

        JsonObject rest = ctl("find", "--output=json", "--limit=1", "--after", first.getString("next"))
                .json();
        assertThat(rest.getJsonArray("events").getJsonObject(0).getString("id")).isEqualTo(second.toString());
        assertThat(rest.getJsonArray("events").getJsonObject(0).get("sequence")).isEqualTo(JsonValue.NULL);
        assertThat(rest.get("next")).isEqualTo(JsonValue.NULL);
        assertThat(ctl("find", "--output=json", "--aggregate-id", "other")
                        .json()
                        .getJsonArray("events"))
                .hasSize(1);
    }

    @Test
    void anEventIsShownWithItsPayloadOnlyIfAskedFor() throws IOException {
        JsonObject event = ctl("show", POISON.toString(), "--output", "json").json();
        assertThat(event.getJsonObject("block").getBoolean("held")).isTrue();
        assertThat(event.getJsonObject("block").getInt("waiting")).isEqualTo(1);
        assertThat(event).doesNotContainKey("content");
        Path file = directory.resolve("payload");
        JsonObject withPayload = ctl(
                        "show", POISON.toString(), "--output", "json", "--payload", "--payload-file", file.toString())
                .json();
        assertThat(withPayload.getJsonObject("content").getString("payload")).isEqualTo("{}");
        assertThat(file).hasContent("{}");
        assertThat(ctl("show", POISON.toString(), "--payload-file", file.toString()).exitCode)
                .isEqualTo(2);
        assertThat(ctl("show", POISON.toString()).out).contains("the aggregate stands at this event since");
        Answer none = ctl("show", UUID.randomUUID().toString());
        assertThat(none.exitCode).isEqualTo(1);
        assertThat(none.err).contains("there is no event");
    }

    @Test
    void aRepairedEventIsRepublishedOnceAndTheAuditNamesWho() throws Exception {
        Path file = Files.writeString(directory.resolve("fixed.json"), "{\"fixed\":\"é\"}");
        String id = POISON.toString();
        assertThat(ctl("repair", id, "--reason", "r", "--payload-file", file.toString()).exitCode)
                .as("needs --yes")
                .isEqualTo(1);
        assertThat(ctl(
                                "repair",
                                id,
                                "--reason",
                                "typo",
                                "--payload-file",
                                file.toString(),
                                "--header",
                                "trace=1",
                                "--yes",
                                "--as",
                                "bob")
                        .exitCode)
                .isZero();
        assertThat(ctl("republish", id, "--reason", "repaired").exitCode).isZero();
        Answer second = ctl("republish", id, "--reason", "me too", "--output", "json");
        assertThat(second.exitCode).isEqualTo(1);
        assertThat(second.json().getJsonArray("results").getJsonObject(0).getString("explanation"))
                .contains("it waits to be sent (retry");
        assertThat(query("SELECT convert_from(payload, 'UTF8') || headers || reason FROM outbox_waiting WHERE id = '"
                        + id + "'"))
                .containsExactly("{\"fixed\":\"é\"}{\"trace\":\"1\"}retry");
        assertThat(query("SELECT actor || ' ' || action || ' ' || reason FROM outbox_audit ORDER BY id"))
                .containsExactly(
                        "bob repair typo",
                        System.getProperty("user.name") + " republish repaired",
                        System.getProperty("user.name") + " republish me too");
    }

    @Test
    void nothingIsDestroyedWithoutYesAndADryRunDestroysNothing() throws SQLException {
        List<String[]> destructive = List.of(
                new String[] {"discard", POISON.toString()},
                new String[] {"discard", "--all"},
                new String[] {"republish", "--error-kind", "TooLarge"},
                new String[] {"skip", "orders", "order", "é 1"},
                new String[] {"replay", "--from", "2026-11-30T00:00:00Z", "--until", "2026-12-01T00:00:00Z"});
        for (String[] command : destructive) {
            Answer refused = ctl(command, "--reason", "why");
            assertThat(refused.exitCode).isEqualTo(1);
            assertThat(refused.err).contains("--dry-run").contains("--yes");
            Answer dry = ctl(command, "--reason", "why", "--dry-run");
            assertThat(dry.exitCode).as(dry.err).isZero();
            assertThat(dry.out).startsWith("Would be");
        }
        assertThat(query("SELECT id FROM outbox_audit")).isEmpty();
        assertThat(query("SELECT id FROM outbox_quarantine")).hasSize(1);
        assertThat(query("SELECT id FROM outbox_event")).isEmpty();
    }

    @Test
    void withYesItIsDone() throws SQLException {
        JsonObject replayed = ctl(
                        "replay",
                        "--from",
                        "2026-11-30T00:00:00+01:00",
                        "--until",
                        "2026-12-01T00:00:00Z",
                        "--reason",
                        "consumer lost it",
                        "--yes",
                        "--output",
                        "json")
                .json();
        assertThat(replayed.getInt("done")).isEqualTo(1);
        assertThat(ctl("skip", "orders", "order", "é 1", "--reason", "why", "--yes").out)
                .contains("1 events behind it leave");
        assertThat(ctl("skip", "orders", "order", "é 1", "--reason", "why", "--yes").exitCode)
                .isEqualTo(1);
        Answer discarded = ctl("discard", "--channel", "orders", "--reason", "why", "--yes");
        assertThat(discarded.out).isEqualTo("Done: 1 of 1 events.\n");
        assertThat(discarded.err).contains("1 of 1 so far");
        assertThat(ctl("discard", "--all", "--reason", "why", "--yes").exitCode).isEqualTo(1);
        assertThat(query("SELECT id FROM outbox_event")).containsExactly(BEHIND.toString());
        assertThat(query("SELECT id FROM outbox_waiting")).containsExactly(SENT.toString());
    }

    @Test
    void anAggregateIsReleasedAndAChannelPaused() throws SQLException {
        assertThat(ctl("release", "orders", "order", "é 1", "--reason", "broker fixed").exitCode)
                .isZero();
        assertThat(ctl("pause", "orders", "--reason", "maintenance").exitCode).isZero();
        assertThat(ctl("pause", "orders", "--reason", "maintenance").exitCode).isEqualTo(1);
        assertThat(query("SELECT channel FROM outbox_channel WHERE paused_since IS NOT NULL"))
                .hasSize(1);
        assertThat(ctl("resume", "orders", "--reason", "done").exitCode).isZero();
        assertThat(ctl("pause", "nonsense", "--reason", "why").out).contains("known are [orders]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "find --state lost",
                "find --limit x",
                "find --limit 0",
                "find --from yesterday",
                "find --from 2026-11-30T12:00:00",
                "find --from 2026-11-30T12:00:00Z --until 2026-11-30T12:00:00Z",
                "find --after nonsense",
                "find --state pending --error-kind x",
                "find --url jdbc:oracle:thin:@host",
                "show",
                "show 17",
                "republish --reason x",
                "republish 019aa000-0000-7000-8000-000000000001",
                "republish 019aa000-0000-7000-8000-000000000001 --all --reason x",
                "discard --all --channel orders --reason x --yes",
                "release orders order --reason x",
                "replay --reason x --yes",
                "repair 019aa000-0000-7000-8000-000000000001 --reason x --yes",
                "repair 019aa000-0000-7000-8000-000000000001 --reason x --yes --payload-file /nonsense",
                "repair 019aa000-0000-7000-8000-000000000001 --reason x --yes --no-headers --content-type a/b",
                "repair 019aa000-0000-7000-8000-000000000001 --reason x --yes --header ce_id=1",
                "pause orders --reason="
            })
    void whatCannotBeUnderstoodIsRefusedWithTheCure(String arguments) throws SQLException {
        Answer answer = ctl(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        assertThat(answer.exitCode).as(answer.err).isEqualTo(2);
        assertThat(answer.out).isEmpty();
        assertThat(answer.err).startsWith("outboxctl: ").contains("--help'.").doesNotContain("Exception");
        assertThat(query("SELECT id FROM outbox_audit")).isEmpty();
    }

    @Test
    void aDatabaseThatCannotBeUsedHasACodeOfItsOwn() throws IOException {
        Path wrong = Files.writeString(directory.resolve("wrong"), "hunter2\n");
        Answer refused = ctl("find", "--password-file", wrong.toString());
        assertThat(refused.exitCode).isEqualTo(3);
        assertThat(refused.err).contains("28P01").doesNotContain("hunter2");

        Answer away = ctl("find", "--url", "jdbc:postgresql://localhost:1/x?password=hunter2");
        assertThat(away.exitCode).isEqualTo(3);
        assertThat(away.err).startsWith("outboxctl: The outbox could not look").doesNotContain("hunter2");

        Answer empty = ctl("find", "--url", url().replace("/postgres", "/template1"));
        assertThat(empty.exitCode).isEqualTo(3);
        assertThat(empty.err).contains("The database lacks outbox_schema").contains("v1.sql");

        Answer missing = ctl("find", "--url", "jdbc:h2:" + directory.resolve("misspelt"));
        assertThat(missing.exitCode).isEqualTo(3);
        assertThat(directory).isDirectoryNotContaining("glob:**misspelt*");
    }

    @Test
    void thePasswordComesFromAFileOrTheEnvironmentOrAPrompt() throws Exception {
        Path file = Files.writeString(directory.resolve("right"), PASSWORD + "\n");
        ProcessBuilder process = process("find", "--password-file", file.toString());
        process.environment().remove("OUTBOX_PASSWORD");
        assertThat(answer(process, "").exitCode).isZero();

        process = process("find", "--password");
        process.environment().remove("OUTBOX_PASSWORD");
        Answer prompted = answer(process, PASSWORD + "\n");
        assertThat(prompted.exitCode).as(prompted.err).isZero();
        assertThat(prompted.out + prompted.err).doesNotContain(PASSWORD);

        process = process("find");
        process.environment().remove("OUTBOX_URL");
        Answer nowhere = answer(process, "");
        assertThat(nowhere.exitCode).isEqualTo(2);
        assertThat(nowhere.err).contains("--url or OUTBOX_URL");
    }

    @Test
    void everyCommandExplainsItself() {
        assertThat(ctl("--help").out).contains("Exit codes:").contains("the database cannot be reached");
        for (String command :
                Outboxctl.commandLine(java.util.Map.of()).getSubcommands().keySet()) {
            Answer help = ctl(command, "--help");
            assertThat(help.exitCode).isZero();
            assertThat(help.out).startsWith("Usage: outboxctl " + command).doesNotContain(PASSWORD);
        }
    }

    record Answer(int exitCode, String out, String err) {

        JsonObject json() {
            return Json.createReader(new StringReader(out)).readObject();
        }
    }

    private static Answer ctl(String[] command, String... more) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(more));
        return ctl(all.toArray(String[]::new));
    }

    private static Answer ctl(String... arguments) {
        return answer(process(arguments), "");
    }

    private static ProcessBuilder process(String... arguments) {
        return process(url(), arguments);
    }

    static ProcessBuilder process(String url, String[] arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dmariadb.logging.disable=true",
                "-cp",
                System.getProperty("java.class.path"),
                Outboxctl.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().put("LC_ALL", "C.UTF-8");
        process.environment().put("OUTBOX_URL", url);
        process.environment().put("OUTBOX_USER", "postgres");
        process.environment().put("OUTBOX_PASSWORD", PASSWORD);
        return process;
    }

    static Answer answer(ProcessBuilder builder, String input) {
        try {
            Path err = Files.createTempFile("outboxctl", ".err");
            Process process = builder.redirectError(err.toFile()).start();
            try (var in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exitCode = process.waitFor();
            Answer answer = new Answer(exitCode, out, Files.readString(err));
            Files.delete(err);
            return answer;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("Cannot run outboxctl", e);
        }
    }

    private static String url() {
        return "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres";
    }

    private static Connection connection() throws SQLException {
        return postgres.getDatabase("postgres", "postgres", java.util.Map.of("password", PASSWORD))
                .getConnection();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> query(String sql) throws SQLException {
        try (Connection connection = connection();
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
