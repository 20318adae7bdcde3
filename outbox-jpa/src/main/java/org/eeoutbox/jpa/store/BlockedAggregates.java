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
 * The rows of outbox_blocked of one shard, as they were while the shard had one number; immutable. A relay keeps them between
 * claims, so that a claim costs the same however many aggregates are blocked.
 */
final class BlockedAggregates {

    static final BlockedAggregates NONE = new BlockedAggregates(0, Map.of());

    private static final String READ = "SELECT aggregatetype, aggregateid, held, sequence, previous_sequence"
            + " FROM outbox_blocked WHERE channel = ? AND shard = ?";

    private final long number;
    private final Map<Key, Block> blocks;

    /** An aggregate as the columns name it, which an unreadable event does not. */
    record Key(String type, String id) {

        static Key of(ResultSet row) throws SQLException {
            return new Key(row.getString("aggregatetype"), row.getString("aggregateid"));
        }
    }

    /** What an aggregate stands at, or has left out. */
    record Block(boolean held, long sequence, long previousSequence) {

        /** Whether it is an event that was left out, just before the one with this sequence. */
        boolean isLeftOutBefore(OptionalLong next) {
            return !held && next.equals(OptionalLong.of(sequence + 1));
        }
    }

    private BlockedAggregates(long number, Map<Key, Block> blocks) {
        this.number = number;
        this.blocks = blocks;
    }

    /** These rows, or those of the shard as it is now if it has changed since; its lock must be held. */
    BlockedAggregates at(long numberNow, Connection connection, Statements statements, ShardId shard)
            throws SQLException {
        if (numberNow == number) {
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
        return new BlockedAggregates(numberNow, found);
    }

    /** What stands before the ordered events of an aggregate; {@code null} if nothing does. */
    Block of(Key aggregate) {
        return blocks.get(aggregate);
    }
}
