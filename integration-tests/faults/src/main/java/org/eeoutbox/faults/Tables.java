package org.eeoutbox.faults;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.eeoutbox.faults.Decision.Action;
import org.eeoutbox.operations.AggregateKey;

/** Looks into the database past the outbox's own code. Safe for use by several threads. */
final class Tables {

    private static final String BUSINESS = """
            CREATE TABLE account (id varchar(100) PRIMARY KEY, last_number bigint NOT NULL);
            CREATE TABLE entry (id varchar(100) PRIMARY KEY, account varchar(100) NOT NULL, entry_number bigint NOT NULL);
            CREATE INDEX entry_account ON entry (account);
            """;

    private static final List<String> LIVE = List.of("outbox_event", "outbox_waiting", "outbox_quarantine");

    private final DataSource database;

    /**
     * A row of outbox_quarantine.
     *
     * @param id the event's id
     * @param aggregate what it is about
     * @param key the event's key
     * @param reason why it was given up
     */
    record GivenUp(UUID id, AggregateKey aggregate, String key, String reason) {}

    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    Tables(DataSource database) {
        this.database = database;
    }

    void create() throws SQLException {
        execute(BUSINESS);
    }

    void open(List<String> accounts) throws SQLException {
        for (String account : accounts) {
            execute("INSERT INTO account VALUES ('" + account + "', 0)");
        }
    }

    /** The number of each business row of a run, by its key. */
    Map<String, Long> stored(String run) throws SQLException {
        Map<String, Long> stored = new HashMap<>();
        list(
                "SELECT id, entry_number FROM entry WHERE account LIKE ?",
                run,
                row -> stored.put(row.getString(1), row.getLong(2)));
        return stored;
    }

    List<GivenUp> givenUp(String run) throws SQLException {
        return list(
                "SELECT id, channel, aggregatetype, aggregateid, substring(payload for 300), error_kind, error"
                        + " FROM outbox_quarantine WHERE aggregateid LIKE ? ORDER BY position",
                run,
                row -> new GivenUp(
                        row.getObject(1, UUID.class),
                        new AggregateKey(row.getString(2), row.getString(3), row.getString(4)),
                        Payloads.key(text(row.getBytes(5))),
                        row.getString(6) + ": " + row.getString(7)));
    }

    /** What operators have decided and carried out, according to the audit; ids that are not given are passed over. */
    List<Decision> decisions(String run, Map<UUID, Tables.GivenUp> known) throws SQLException {
        List<Decision> decisions = new ArrayList<>();
        list(
                "SELECT action, event_id, detail FROM outbox_audit WHERE aggregateid LIKE ? AND event_id IS NOT NULL"
                        + " AND action IN ('repair', 'discard', 'skip')"
                        + " AND (detail IS NULL OR detail NOT LIKE 'Nothing was done%') ORDER BY at",
                run, row -> {
                    GivenUp event = known.get(row.getObject(2, UUID.class));
                    return event == null || decisions.add(decision(row.getString(1), event));
                });
        return decisions;
    }

    private static Decision decision(String action, GivenUp event) {
        return switch (action) {
            case "repair" -> new Decision(Action.REPAIR, event.key(), Payloads.digest(Operators.repaired(event)));
            case "discard" -> new Decision(Action.DISCARD, event.key(), null);
            default -> new Decision(Action.SKIP, event.key(), null);
        };
    }

    /** How many events of a run are in the outbox. */
    int live(String run) throws SQLException {
        int live = 0;
        for (String table : LIVE) {
            live += list("SELECT COUNT(*) FROM " + table + " WHERE aggregateid LIKE ?", run, row -> row.getInt(1))
                    .get(0);
        }
        return live;
    }

    /** How many aggregates of a run stand at an event. */
    int held(String run) throws SQLException {
        return list("SELECT COUNT(*) FROM outbox_blocked WHERE held AND aggregateid LIKE ?", run, row -> row.getInt(1))
                .get(0);
    }

    /** Where each event is that is still in the outbox, by its key. */
    Map<String, String> leftOver(String run) throws SQLException {
        Map<String, String> leftOver = new HashMap<>();
        for (String table : LIVE) {
            list(
                    "SELECT substring(payload for 300) FROM " + table + " WHERE aggregateid LIKE ?",
                    run,
                    row -> leftOver.put(Payloads.key(text(row.getBytes(1))), table));
        }
        return leftOver;
    }

    /** All rows of a run that are still in the outbox, without payloads, for a person. */
    List<String> describe(String run) throws SQLException {
        List<String> lines = new ArrayList<>();
        for (String table : List.of("outbox_event", "outbox_waiting", "outbox_quarantine", "outbox_blocked")) {
            lines.addAll(list(
                    "SELECT (to_jsonb(t) - 'payload')::text FROM " + table + " t WHERE aggregateid LIKE ?",
                    run,
                    row -> table + " " + row.getString(1)));
        }
        lines.addAll(list(
                "SELECT to_jsonb(a)::text FROM outbox_audit a WHERE aggregateid LIKE ? ORDER BY at",
                run,
                row -> "outbox_audit " + row.getString(1)));
        return lines;
    }

    /** How many sessions other than this one are within a transaction. */
    int openTransactions() throws SQLException {
        return list(
                        "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                                + " AND xact_start IS NOT NULL AND pid <> pg_backend_pid() AND ? IS NOT NULL",
                        "",
                        row -> row.getInt(1))
                .get(0);
    }

    /** How many events may leave and have not left. */
    long backlog() throws SQLException {
        return list("SELECT COUNT(*) FROM outbox_event WHERE ? IS NOT NULL", "", row -> row.getLong(1))
                .get(0);
    }

    /** The bytes of each table of the outbox and of its indexes, all partitions together. */
    Map<String, Long> sizes() throws SQLException {
        Map<String, Long> sizes = new LinkedHashMap<>();
        list(
                "SELECT t.name, SUM(pg_table_size(p.relid)), SUM(pg_indexes_size(p.relid))"
                        + " FROM unnest(ARRAY['event', 'waiting', 'aggregate', 'published']) WITH ORDINALITY t(name, n),"
                        + " LATERAL (SELECT relid FROM pg_partition_tree('outbox_' || t.name)"
                        + " UNION SELECT to_regclass('outbox_' || t.name)) p"
                        + " WHERE ? IS NOT NULL GROUP BY t.name, t.n ORDER BY t.n",
                "",
                row -> {
                    sizes.put(row.getString(1), row.getLong(2));
                    return sizes.put(row.getString(1) + "-indexes", row.getLong(3));
                });
        return sizes;
    }

    /** A partition of the history as it was six hours ago, with some rows, unless it is there. */
    void makeOldPartition() throws SQLException {
        execute("DO $$ DECLARE hour timestamptz := date_trunc('hour', now(), 'UTC') - interval '6 hours';"
                + " name text := 'outbox_published_p' || to_char(hour AT TIME ZONE 'UTC', 'YYYYMMDDHH24');"
                + " BEGIN IF to_regclass(name) IS NULL THEN"
                + " EXECUTE format('CREATE TABLE %I (LIKE outbox_published INCLUDING ALL)', name);"
                + " EXECUTE format('INSERT INTO %I SELECT channel, shard, position, id, aggregatetype, aggregateid,"
                + " type, schema_version, sequence, previous_sequence, content_type, headers, payload, occurred_at,"
                + " format, %L FROM outbox_published LIMIT 1000', name, hour);"
                + " EXECUTE format('ALTER TABLE outbox_published ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',"
                + " name, hour, hour + interval '1 hour'); END IF; END $$");
    }

    /** Ends every second session of others. */
    void terminateSessions() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM (SELECT pid, row_number() OVER (ORDER BY pid) AS n"
                + " FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) s"
                + " WHERE n % 2 = 0");
    }

    private static String text(byte[] payload) {
        return payload == null ? "" : new String(payload, java.nio.charset.StandardCharsets.UTF_8);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private <T> List<T> list(String sql, String run, Reader<T> reader) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, run + "%");
            List<T> found = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    found.add(reader.read(row));
                }
            }
            return found;
        }
    }
}
