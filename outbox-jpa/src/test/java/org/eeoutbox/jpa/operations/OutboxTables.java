package org.eeoutbox.jpa.operations;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;

/** Puts rows into the tables as relays do, and reads them. */
final class OutboxTables {

    static final int SHARD = 3;

    private static final List<String> ALL = List.of(
            "outbox_event",
            "outbox_waiting",
            "outbox_quarantine",
            "outbox_published",
            "outbox_blocked",
            "outbox_audit",
            "outbox_channel",
            "outbox_shard");

    private static final String COLUMNS = "channel, shard, position, id, aggregatetype, aggregateid, type,"
            + " schema_version, sequence, content_type, headers, payload, occurred_at";

    private final DataSource dataSource;
    private final Schema schema;
    private long position;

    OutboxTables(DataSource dataSource) throws SQLException {
        this.dataSource = dataSource;
        this.schema = new Schema(dataSource, true, TableNames.DEFAULT);
        schema.dialect();
        for (String table : ALL) {
            execute("DELETE FROM " + table);
        }
        execute("INSERT INTO outbox_channel (channel, shards) VALUES ('orders', 8), ('billing', 8)");
        for (int shard = 0; shard < 8; shard++) {
            execute("INSERT INTO outbox_shard (channel, shard) VALUES ('orders', " + shard + ")");
        }
    }

    /** An event about to be put somewhere. */
    record Event(UUID id, String aggregateId, Long sequence, String type, String payload, int shard) {

        static Event of(String aggregateId, long sequence) {
            return new Event(
                    UUID.randomUUID(), aggregateId, sequence, "order.placed", aggregateId + " " + sequence, SHARD);
        }

        static Event unordered(String aggregateId) {
            return new Event(UUID.randomUUID(), aggregateId, null, "order.viewed", aggregateId, SHARD);
        }

        Event ofType(String other) {
            return new Event(id, aggregateId, sequence, other, payload, shard);
        }

        Event in(int otherShard) {
            return new Event(id, aggregateId, sequence, type, payload, otherShard);
        }
    }

    Event pending(Event event) throws SQLException {
        insert("outbox_event", event, "");
        return event;
    }

    Event retry(Event event, String availableAt, int attempts) throws SQLException {
        insert(
                "outbox_waiting",
                event,
                ", reason, available_at, attempts, error_kind, error",
                "retry",
                availableAt == null ? null : Instant.parse(availableAt),
                attempts,
                "RecordTooLarge",
                "too large");
        return event;
    }

    Event blocked(Event event) throws SQLException {
        insert("outbox_waiting", event, ", reason", "blocked");
        return event;
    }

    Event quarantined(Event event, String kind, String error) throws SQLException {
        return quarantined(event, kind, error, Instant.parse("2026-11-30T12:00:00Z"));
    }

    Event quarantined(Event event, String kind, String error, Instant at) throws SQLException {
        insert("outbox_quarantine", event, ", quarantined_at, attempts, error_kind, error", at, 5, kind, error);
        return event;
    }

    Event published(Event event, String at) throws SQLException {
        insert("outbox_published", event, ", published_at", Instant.parse(at));
        return event;
    }

    void block(Event event, long previous, boolean held) throws SQLException {
        update(
                "INSERT INTO outbox_blocked (channel, aggregatetype, aggregateid, shard, event_id, sequence,"
                        + " previous_sequence, held, since) VALUES ('orders', 'order', ?, ?, ?, ?, ?, ?,"
                        + " CURRENT_TIMESTAMP)",
                event.aggregateId(),
                event.shard(),
                event.id(),
                event.sequence(),
                previous,
                held);
    }

    private void insert(String table, Event event, String columns, Object... values) throws SQLException {
        List<Object> all = new ArrayList<>(java.util.Arrays.asList(
                "orders",
                event.shard(),
                ++position,
                event.id(),
                "order",
                event.aggregateId(),
                event.type(),
                1,
                event.sequence(),
                "text/plain",
                null,
                event.payload() == null ? null : event.payload().getBytes(StandardCharsets.UTF_8),
                Instant.parse("2026-11-30T10:00:00.123456Z")));
        all.addAll(java.util.Arrays.asList(values));
        update(
                "INSERT INTO " + table + " (" + COLUMNS + columns + ") VALUES (?" + ", ?".repeat(all.size() - 1) + ")",
                all.toArray());
    }

    /** A time as it is written into a statement. */
    String time(String instant) {
        return schema.dialect().instantParameter().replace("?", "'" + instant + "'");
    }

    void update(String sql, Object... values) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(schema.text(sql))) {
            for (int i = 0; i < values.length; i++) {
                Object value = values[i];
                if (value == null) {
                    statement.setNull(i + 1, Types.NULL);
                } else {
                    statement.setObject(
                            i + 1,
                            value instanceof Instant time ? schema.dialect().parameter(time) : value);
                }
            }
            statement.executeUpdate();
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(schema.text(sql));
        }
    }

    /** Every row as one text. */
    List<String> rows(String query) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(schema.text(query))) {
            List<String> rows = new ArrayList<>();
            while (row.next()) {
                StringBuilder text = new StringBuilder();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    text.append(i == 1 ? "" : " ").append(row.getString(i));
                }
                rows.add(text.toString());
            }
            return rows;
        }
    }

    /** All that there is, but for audit rows that a test may expect. */
    List<String> everything() throws SQLException {
        List<String> all = new ArrayList<>();
        for (String table : ALL) {
            for (String row : rows("SELECT * FROM " + table)) {
                all.add(table + " " + row);
            }
        }
        all.sort(null);
        return all;
    }
}
