package org.eeoutbox.jpa.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.eeoutbox.spi.ShardId;

/**
 * The rows of outbox_blocked of one shard, as they were at one number of changes; immutable. A relay keeps them between
 * claims, so that a claim costs the same however many aggregates are blocked.
 */
final class BlockedAggregates {

    static final BlockedAggregates NONE = new BlockedAggregates(0, Map.of());

    private static final String READ = "SELECT aggregatetype, aggregateid, held, sequence, previous_sequence"
            + " FROM outbox_blocked WHERE channel = ? AND shard = ?";

    private final long changes;
    private final Map<Key, Block> blocks;

    private record Key(String type, String id) {}

    /** What an aggregate stands at, or has left out. */
    record Block(boolean held, long sequence, long previousSequence) {

        /** Whether it is an event that was left out, just before the one with this sequence. */
        boolean isLeftOutBefore(OptionalLong next) {
            return !held && next.equals(OptionalLong.of(sequence + 1));
        }
    }

    private BlockedAggregates(long changes, Map<Key, Block> blocks) {
        this.changes = changes;
        this.blocks = blocks;
    }

    /** These rows, or those of the shard as it is now if it has changed since; its lock must be held. */
    BlockedAggregates at(long changesNow, Connection connection, Statements statements, ShardId shard)
            throws SQLException {
        if (changesNow == changes) {
            return this;
        }
        Map<Key, Block> found = new HashMap<>();
        try (PreparedStatement query = statements.prepare(connection, READ)) {
            query.setString(1, shard.channel());
            query.setInt(2, shard.shard());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    found.put(
                            new Key(row.getString(1), row.getString(2)),
                            new Block(row.getBoolean(3), row.getLong(4), row.getLong(5)));
                }
            }
        }
        return new BlockedAggregates(changesNow, found);
    }

    /** What stands before the ordered events of an aggregate; {@code null} if nothing does. */
    Block of(String aggregateType, String aggregateId) {
        return blocks.isEmpty() ? null : blocks.get(new Key(aggregateType, aggregateId));
    }
}
