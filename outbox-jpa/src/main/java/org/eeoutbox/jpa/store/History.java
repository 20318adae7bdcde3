package org.eeoutbox.jpa.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.eeoutbox.spi.PublishedArchive.Published;
import org.eeoutbox.spi.ShardId;

/** How rows of outbox_published are read. */
public final class History {

    /** The columns to select for {@link #read}. */
    public static final String COLUMNS = EventTable.COLUMNS + ", published_at, 0 AS attempts, NULL AS reason";

    private History() {}

    /**
     * Reads the row that a result stands at.
     *
     * @param row a result with {@link #COLUMNS}
     * @return the event; of an unreadable row only id, position and aggregate
     * @throws SQLException if the database fails
     */
    public static Published read(ResultSet row) throws SQLException {
        ShardId shard = new ShardId(row.getString("channel"), row.getInt("shard"));
        return new Published(
                EventTable.read(row, shard, BlockedAggregates.NONE).event(),
                row.getObject("published_at", OffsetDateTime.class).toInstant());
    }
}
