package org.eeoutbox.jpa.store;

import java.sql.ResultSet;
import java.sql.SQLException;
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
     * @param dialect the database's
     * @param row a result with {@link #COLUMNS}
     * @return the event; of an unreadable row only id, position and aggregate
     * @throws SQLException if the database fails
     */
    public static Published read(Dialect dialect, ResultSet row) throws SQLException {
        ShardId shard = new ShardId(row.getString("channel"), row.getInt("shard"));
        return new Published(
                EventTable.read(dialect, row, shard, BlockedAggregates.NONE).event(),
                dialect.instant(row, row.findColumn("published_at")));
    }
}
