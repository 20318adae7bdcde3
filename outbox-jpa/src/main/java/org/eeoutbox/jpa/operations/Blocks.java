package org.eeoutbox.jpa.operations;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.eeoutbox.jpa.store.BlockedChange;
import org.eeoutbox.jpa.store.Waiting;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.EventDetails.Block;

/** What stands in the way of aggregates. Whoever changes it holds the lock on the shard. */
final class Blocks {

    private static final String AGGREGATE = " WHERE channel = ? AND aggregatetype = ? AND aggregateid = ?";

    private static final String PARKED = AGGREGATE + " AND reason = '" + Waiting.BLOCKED + "'";

    private static final String READ = "SELECT held, event_id, sequence, previous_sequence, since,"
            + " (SELECT COUNT(*) FROM outbox_waiting w WHERE w.channel = b.channel"
            + " AND w.aggregatetype = b.aggregatetype AND w.aggregateid = b.aggregateid AND w.reason = '"
            + Waiting.BLOCKED + "')"
            + " FROM outbox_blocked b" + AGGREGATE;

    private Blocks() {}

    static Optional<Block> of(Sql sql, AggregateKey aggregate) throws SQLException {
        return sql.first(row -> block(sql, row), READ, aggregate.channel(), aggregate.type(), aggregate.id());
    }

    private static Block block(Sql sql, ResultSet row) throws SQLException {
        return new Block(
                row.getBoolean(1),
                row.getObject(2, UUID.class),
                row.getLong(3),
                row.getLong(4),
                sql.instant(row, 5),
                row.getLong(6));
    }

    static boolean isHeldAt(Sql sql, AggregateKey aggregate, UUID eventId) throws SQLException {
        return of(sql, aggregate)
                .filter(block -> block.held() && block.eventId().equals(eventId))
                .isPresent();
    }

    /** Locks the shard of an aggregate that has a row here, and reads that row again. */
    static Optional<Block> lock(Sql sql, AggregateKey aggregate) throws SQLException {
        Optional<Integer> shard = shard(sql, aggregate);
        if (shard.isEmpty()) {
            return Optional.empty();
        }
        sql.lock(aggregate.channel(), shard.get());
        return of(sql, aggregate);
    }

    private static Optional<Integer> shard(Sql sql, AggregateKey aggregate) throws SQLException {
        return sql.first(
                row -> row.getInt(1),
                "SELECT shard FROM outbox_blocked" + AGGREGATE,
                aggregate.channel(),
                aggregate.type(),
                aggregate.id());
    }

    /**
     * Lets a held aggregate go on without the event that it stands at. The row stays until the next event has told its
     * consumers which sequence came before. Relays are told that it has changed. Returns how many events leave.
     */
    static int leaveOut(Sql sql, AggregateKey aggregate) throws SQLException {
        int shard = shard(sql, aggregate).orElseThrow();
        sql.update(BlockedChange.UPDATE, BlockedChange.number(), aggregate.channel(), shard);
        sql.update(
                "UPDATE outbox_blocked SET held = FALSE, since = " + Sql.NOW + AGGREGATE,
                aggregate.channel(),
                aggregate.type(),
                aggregate.id());
        sql.update(
                "INSERT INTO outbox_event (" + Place.COLUMNS + ") SELECT " + Place.COLUMNS + " FROM outbox_waiting"
                        + PARKED,
                aggregate.channel(),
                aggregate.type(),
                aggregate.id());
        return sql.update("DELETE FROM outbox_waiting" + PARKED, aggregate.channel(), aggregate.type(), aggregate.id());
    }
}
