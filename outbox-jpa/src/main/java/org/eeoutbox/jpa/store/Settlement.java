package org.eeoutbox.jpa.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.jpa.store.EventTable.Row;
import org.eeoutbox.spi.OutboxStore.Claimed;
import org.eeoutbox.spi.OutboxStore.Failed;
import org.eeoutbox.spi.OutboxStore.Outcome;
import org.eeoutbox.spi.ShardId;

/**
 * What one outcome changes in the tables, within one transaction. Whatever concerns the aggregates that events stand
 * behind needs the shard's lock; the deletion of published rows does not.
 */
final class Settlement {

    private static final int LONGEST_ERROR = 2_000;
    private static final int LONGEST_KIND = 100;

    private static final String C = EventTable.COLUMNS;
    private static final String HERE = " WHERE channel = ? AND shard = ? AND position = ?";
    /** As it was claimed: nobody has tried it since, and it is not a copy of the event that is sent once more. */
    private static final String STILL_WAITING = " WHERE id = ? AND attempts = ? AND reason = ?";

    private static final String AGGREGATE = " WHERE channel = ? AND aggregatetype = ? AND aggregateid = ?";

    private final Connection connection;
    private final Statements statements;
    private final ShardId shard;
    private boolean blockedChanged;

    Settlement(Connection connection, Statements statements, ShardId shard) {
        this.connection = connection;
        this.statements = statements;
        this.shard = shard;
    }

    /** Whether an outcome can be settled by a transaction that does not hold the shard's lock. */
    static boolean needsLock(Outcome outcome) {
        return !outcome.failed().isEmpty()
                || outcome.published().stream()
                        .map(Row.class::cast)
                        .anyMatch(row -> row.isWaiting() || row.afterLeftOut());
    }

    /**
     * Settles an outcome and parks rows of outbox_event; returns how many published events were still there. Parks
     * first: what is published may be what the parked rows wait for, and then they return at once.
     */
    int apply(Outcome outcome, List<OutboxEvent> parked) throws SQLException {
        park(parked);
        int found = published(outcome);
        for (Failed failed : outcome.failed()) {
            fail(failed, (Row) failed.claimed());
        }
        if (blockedChanged) {
            update(BlockedChange.UPDATE, BlockedChange.number(), shard.channel(), shard.shard());
        }
        return found;
    }

    private int published(Outcome outcome) throws SQLException {
        List<OutboxEvent> events = new ArrayList<>();
        List<UUID> waiting = new ArrayList<>();
        int found = 0;
        for (Claimed claimed : outcome.published()) {
            Row row = (Row) claimed;
            if (!row.isWaiting()) {
                events.add(row.event());
            } else if (row.isOrdered()) {
                found += settleWaiting(List.of(row.event().id()));
                free(row);
            } else {
                waiting.add(row.event().id());
            }
            if (row.afterLeftOut()) {
                forgetLeftOut(row);
            }
        }
        return found + settleWaiting(waiting) + settleEvents(events);
    }

    private int settleEvents(List<OutboxEvent> events) throws SQLException {
        int found = 0;
        if (!events.isEmpty()) {
            for (String sql : statements.settleEvents()) {
                found = updateEvents(sql, events);
            }
        }
        return found;
    }

    /** Runs a statement for some rows of outbox_event. */
    private int updateEvents(String sql, List<OutboxEvent> events) throws SQLException {
        try (PreparedStatement statement = statements.prepareAny(connection, sql, events.size())) {
            statements.dialect().setEvents(statement, shard, events);
            return statement.executeUpdate();
        }
    }

    private int settleWaiting(List<UUID> ids) throws SQLException {
        int found = 0;
        if (!ids.isEmpty()) {
            for (String sql : statements.settleWaiting()) {
                try (PreparedStatement statement = statements.prepareAny(connection, sql, ids.size())) {
                    statements.dialect().setAny(statement, 1, "uuid", ids.toArray());
                    found = statement.executeUpdate();
                }
            }
        }
        return found;
    }

    /** The aggregate may go on, if this is the event that it stands at. */
    private void free(Row row) throws SQLException {
        String delete = "DELETE FROM outbox_blocked" + AGGREGATE + " AND event_id = ?";
        if (update(
                        delete,
                        shard.channel(),
                        row.aggregate().type(),
                        row.aggregate().id(),
                        row.event().id())
                > 0) {
            blockedChanged = true;
            unpark(row);
        }
    }

    private void forgetLeftOut(Row row) throws SQLException {
        String delete = "DELETE FROM outbox_blocked" + AGGREGATE + " AND held = FALSE AND sequence < ?";
        long sequence = row.event().sequence().orElseThrow();
        if (update(
                        delete,
                        shard.channel(),
                        row.aggregate().type(),
                        row.aggregate().id(),
                        sequence)
                > 0) {
            blockedChanged = true;
        }
    }

    /** Rows keep their positions, so they stand before whatever has come since. */
    private void unpark(Row row) throws SQLException {
        String where = AGGREGATE + " AND reason = '" + Waiting.BLOCKED + "'";
        String type = row.aggregate().type();
        String id = row.aggregate().id();
        update(
                "INSERT INTO outbox_event (" + C + ") SELECT " + C + " FROM outbox_waiting" + where,
                shard.channel(),
                type,
                id);
        update("DELETE FROM outbox_waiting" + where, shard.channel(), type, id);
    }

    private void park(List<OutboxEvent> events) throws SQLException {
        if (events.isEmpty()) {
            return;
        }
        String where = statements.dialect().someEvents();
        updateEvents(
                "INSERT INTO outbox_waiting (" + C + ", reason) SELECT " + C + ", '" + Waiting.BLOCKED
                        + "' FROM outbox_event" + where,
                events);
        updateEvents(statements.dialect().delete("outbox_event", where), events);
    }

    private void fail(Failed failed, Row row) throws SQLException {
        if (row.isOrdered() && standsAtAnother(row)) {
            return;
        }
        boolean givenUp = failed.retryAfter().isEmpty();
        boolean moved = givenUp ? quarantine(failed, row) : postpone(failed, row);
        if (moved && row.isOrdered() && !hasGoneOnPast(row)) {
            boolean held = !givenUp || failed.hold();
            block(row, held);
            if (!held) {
                unpark(row);
            }
        }
    }

    /** Since the claim ended, another relay may have found the aggregate at an earlier event. */
    private boolean standsAtAnother(Row row) throws SQLException {
        return isBlocked(row, " AND held = TRUE AND event_id <> ?", row.event().id());
    }

    /**
     * A later event was left out, so this one was delivered before: a crash of the database has undone its settlement.
     * The row about the later one is still needed by that one's successor.
     */
    private boolean hasGoneOnPast(Row row) throws SQLException {
        long sequence = row.event().sequence().orElseThrow();
        return isBlocked(row, " AND held = FALSE AND sequence > ?", sequence);
    }

    private boolean isBlocked(Row row, String how, Object parameter) throws SQLException {
        try (PreparedStatement query =
                statements.prepare(connection, "SELECT 1 FROM outbox_blocked" + AGGREGATE + how)) {
            set(query, shard.channel(), row.aggregate().type(), row.aggregate().id(), parameter);
            try (ResultSet found = query.executeQuery()) {
                return found.next();
            }
        }
    }

    private boolean postpone(Failed failed, Row row) throws SQLException {
        int attempts = row.attempts() + (failed.counts() ? 1 : 0);
        Duration delay = failed.retryAfter().orElseThrow();
        Object[] entry = {attempts, delay.toMillis(), kind(failed), error(failed)};
        if (row.isWaiting()) {
            String reason = Waiting.REPLAY.equals(row.reason()) ? Waiting.REPLAY : Waiting.RETRY;
            return update(
                            "UPDATE outbox_waiting SET reason = '" + reason + "', attempts = ?, available_at = "
                                    + statements.later() + ", error_kind = ?, error = ?" + STILL_WAITING,
                            entry[0],
                            entry[1],
                            entry[2],
                            entry[3],
                            row.event().id(),
                            row.attempts(),
                            row.reason())
                    > 0;
        }
        String insert =
                "INSERT INTO outbox_waiting (" + C + ", reason, attempts, available_at, error_kind, error) SELECT "
                        + columns(row) + ", '" + Waiting.RETRY + "', CAST(? AS integer), " + statements.later()
                        + ", CAST(? AS varchar(100)), CAST(? AS varchar(2000)) FROM outbox_event" + HERE;
        return move(insert, row, entry);
    }

    private boolean quarantine(Failed failed, Row row) throws SQLException {
        Object[] entry = {row.attempts() + (failed.counts() ? 1 : 0), kind(failed), error(failed)};
        String insert = "INSERT INTO outbox_quarantine (" + C + ", quarantined_at, attempts, error_kind, error) SELECT "
                + columns(row) + ", " + statements.now()
                + ", CAST(? AS integer), CAST(? AS varchar(100)), CAST(? AS varchar(2000)) FROM ";
        if (!row.isWaiting()) {
            return move(insert + "outbox_event" + HERE, row, entry);
        }
        UUID id = row.event().id();
        String unlessThere = " AND NOT EXISTS (SELECT 1 FROM outbox_quarantine q WHERE q.id = outbox_waiting.id)";
        update(
                insert + "outbox_waiting" + STILL_WAITING + unlessThere,
                entry[0],
                entry[1],
                entry[2],
                id,
                row.attempts(),
                row.reason());
        return update("DELETE FROM outbox_waiting" + STILL_WAITING, id, row.attempts(), row.reason()) > 0;
    }

    /** The columns of a row, with the predecessor that the event was sent with. */
    private static String columns(Row row) {
        return row.afterLeftOut()
                ? C.replace(
                        "previous_sequence",
                        Long.toString(row.event().previousSequence().orElseThrow()))
                : C;
    }

    private boolean move(String insert, Row row, Object... entry) throws SQLException {
        OutboxEvent event = row.event();
        List<Object> parameters = new ArrayList<>(List.of(entry));
        parameters.addAll(List.of(shard.channel(), shard.shard(), event.position()));
        boolean moved = update(insert, parameters.toArray()) > 0;
        if (moved) {
            update("DELETE FROM outbox_event" + HERE, shard.channel(), shard.shard(), event.position());
        }
        return moved;
    }

    private void block(Row row, boolean held) throws SQLException {
        OutboxEvent event = row.event();
        String type = row.aggregate().type();
        String id = row.aggregate().id();
        update("DELETE FROM outbox_blocked" + AGGREGATE, shard.channel(), type, id);
        update(
                "INSERT INTO outbox_blocked (channel, aggregatetype, aggregateid, shard, event_id, sequence,"
                        + " previous_sequence, held, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, " + statements.now() + ")",
                shard.channel(),
                type,
                id,
                shard.shard(),
                event.id(),
                event.sequence().orElseThrow(),
                event.previousSequence().orElseThrow(),
                held);
        blockedChanged = true;
    }

    private static String kind(Failed failed) {
        return Texts.storable(failed.kind(), LONGEST_KIND);
    }

    private static String error(Failed failed) {
        return Texts.storable(failed.error(), LONGEST_ERROR);
    }

    private int update(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = statements.prepare(connection, sql)) {
            set(statement, parameters);
            return statement.executeUpdate();
        }
    }

    private static void set(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }
}
