package org.eeoutbox.jpa.operations;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.EventInfo;
import org.eeoutbox.operations.EventState;

/** The table of a state, and how its rows are read. All tables are called {@code e} in a statement. */
enum Place {
    PENDING(EventState.PENDING, "outbox_event", "occurred_at", ""),
    WAITING(
            EventState.WAITING,
            "outbox_waiting",
            "occurred_at",
            ", e.attempts, e.error_kind, %s, e.reason, e.available_at"),
    QUARANTINED(EventState.QUARANTINED, "outbox_quarantine", "quarantined_at", ", e.attempts, e.error_kind, %s"),
    PUBLISHED(EventState.PUBLISHED, "outbox_published", "published_at", "");

    static final String COLUMNS = Schema.EVENT_COLUMNS;

    private static final String INFO = "SELECT e.id, e.channel, e.aggregatetype, e.aggregateid, e.type,"
            + " e.schema_version, e.sequence, OCTET_LENGTH(e.payload), e.occurred_at, e.shard, e.position, e.";

    private final EventState state;
    private final String table;
    private final String since;
    private final String own;

    Place(EventState state, String table, String since, String own) {
        this.state = state;
        this.table = table;
        this.since = since;
        this.own = own;
    }

    static Place of(EventState state) {
        return switch (state) {
            case PENDING -> PENDING;
            case WAITING -> WAITING;
            case QUARANTINED -> QUARANTINED;
            case PUBLISHED -> PUBLISHED;
        };
    }

    String table() {
        return table;
    }

    /** The column with the time since which events are here. */
    String since() {
        return since;
    }

    /** Reads whole rows for {@link #row}. */
    String select() {
        return INFO + since + own.formatted("e.error") + " FROM " + table + " e";
    }

    /** As {@link #select}, with so much of each error only: a list of long ones would fill the memory. */
    String selectList() {
        String shortened = "SUBSTRING(e.error FROM 1 FOR " + EventInfo.Failure.LISTED_ERROR + ")";
        return INFO + since + own.formatted(shortened) + " FROM " + table + " e";
    }

    Row row(Sql sql, ResultSet row) throws SQLException {
        EventInfo info = new EventInfo(
                row.getObject(1, UUID.class),
                state,
                new AggregateKey(row.getString(2), row.getString(3), row.getString(4)),
                row.getString(5),
                row.getInt(6),
                number(row, 7),
                size(row),
                sql.instant(row, 9),
                sql.instant(row, 12),
                this == WAITING
                        ? Optional.of(
                                new EventInfo.Waiting(row.getString(16), Optional.ofNullable(sql.instant(row, 17))))
                        : Optional.empty(),
                failure(row));
        return new Row(info, row.getInt(10), row.getLong(11));
    }

    private Optional<EventInfo.Failure> failure(ResultSet row) throws SQLException {
        if (this != WAITING && this != QUARANTINED || row.getString(14) == null) {
            return Optional.empty();
        }
        return Optional.of(new EventInfo.Failure(row.getInt(13), row.getString(14), row.getString(15)));
    }

    private static OptionalLong number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private static OptionalInt size(ResultSet row) throws SQLException {
        int value = row.getInt(8);
        return row.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
    }

    /** An event and where it is in the outbox. */
    record Row(EventInfo info, int shard, long position) {

        AggregateKey aggregate() {
            return info.aggregate();
        }

        void lock(Sql sql) throws SQLException {
            sql.lock(info.aggregate().channel(), shard);
        }
    }
}
