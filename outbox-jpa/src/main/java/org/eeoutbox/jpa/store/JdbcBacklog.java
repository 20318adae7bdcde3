package org.eeoutbox.jpa.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.spi.Backlog;

/**
 * Looks at the tables by one statement that reads, of each shard and of each table, a limited number of rows through an
 * index. A shard with more pending events than that is estimated: positions are dense alike at its beginning and behind.
 */
public final class JdbcBacklog implements Backlog {

    /** As many pending events of a shard are counted one by one. */
    static final int COUNTED_OF_SHARD = 1_000;

    /** As many waiting events, blocked aggregates and quarantined events of a channel are counted. */
    static final int MOST = 10_000;

    private final DataSource dataSource;
    private final Schema schema;
    private final int shards;

    /**
     * A view that has not touched the database yet.
     *
     * @param dataSource where the tables are
     * @param schema the check that they are there
     * @param shards into how many parts each channel is divided
     */
    public JdbcBacklog(DataSource dataSource, Schema schema, int shards) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.shards = shards;
    }

    @Override
    public Map<String, Standing> read(Set<String> channels) {
        Map<String, Standing> standings = new TreeMap<>();
        if (channels.isEmpty()) {
            return standings;
        }
        List<String> names = new ArrayList<>(new TreeSet<>(channels));
        Dialect dialect = schema.dialect();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(schema.text(sql(dialect, names.size())))) {
            setParameters(query, names);
            List<Count> counts = new ArrayList<>();
            names.forEach(name -> counts.add(new Count()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    counts.get(row.getInt(1)).add(dialect, row);
                }
            }
            for (int i = 0; i < names.size(); i++) {
                standings.put(names.get(i), counts.get(i).standing());
            }
            return standings;
        } catch (SQLException e) {
            throw new OutboxStoreException(
                    "The backlog could not be read (SQLState " + e.getSQLState() + "): " + e.getMessage(), e);
        }
    }

    /**
     * Rows of two kinds: what is known of a channel, and what is known of one of its shards. The order is that of an
     * index, so that a database which knows its tables need not collect all rows of a channel before it counts.
     */
    String sql(Dialect dialect, int channels) {
        List<String> parts = new ArrayList<>();
        for (int channel = 0; channel < channels; channel++) {
            parts.add("SELECT " + channel + " AS c, -1 AS s,"
                    + " (SELECT COUNT(*) FROM outbox_channel WHERE channel = ? AND paused_since IS NOT NULL) AS a, "
                    + count("outbox_waiting", "available_at", "shard, available_at", "") + " AS b, "
                    + count("outbox_blocked", "held", "shard", " WHERE held") + " AS d, "
                    + count("outbox_quarantine", "position", "aggregatetype, aggregateid, position", "") + " AS e, "
                    + dialect.now() + " AS t");
            for (int shard = 0; shard < shards; shard++) {
                String of = " FROM outbox_event WHERE channel = ? AND shard = " + shard;
                String first = " ORDER BY position LIMIT ";
                parts.add("SELECT " + channel + ", " + shard + ", COUNT(*), MIN(position), MAX(position),"
                        + " (SELECT MAX(position)" + of + "), (SELECT occurred_at" + of + first + "1)"
                        + " FROM (SELECT position" + of + first + COUNTED_OF_SHARD + ") f");
            }
        }
        return String.join(" UNION ALL ", parts);
    }

    private static String count(String table, String columns, String order, String condition) {
        return "(SELECT COUNT(*) FROM (SELECT " + columns + " FROM " + table + " WHERE channel = ? ORDER BY " + order
                + " LIMIT " + MOST + ") n" + condition + ")";
    }

    private void setParameters(PreparedStatement query, List<String> names) throws SQLException {
        int at = 1;
        for (String name : names) {
            for (int i = 0; i < 4 + 3 * shards; i++) {
                query.setString(at++, name);
            }
        }
    }

    /** What is known of one channel so far. */
    private static final class Count {

        private long pending;
        private long waiting;
        private long blocked;
        private long quarantined;
        private boolean paused;
        private Instant first;
        private Instant now;

        void add(Dialect dialect, ResultSet row) throws SQLException {
            if (row.getInt(2) < 0) {
                paused = row.getLong(3) > 0;
                waiting = row.getLong(4);
                blocked = row.getLong(5);
                quarantined = row.getLong(6);
                now = dialect.instant(row, 7);
                return;
            }
            pending += pending(row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6));
            Instant occurredAt = dialect.instant(row, 7);
            if (occurredAt != null && (first == null || occurredAt.isBefore(first))) {
                first = occurredAt;
            }
        }

        private static long pending(long counted, long from, long to, long last) {
            if (counted < COUNTED_OF_SHARD) {
                return counted;
            }
            return Math.round((double) counted * (last - from + 1) / (to - from + 1));
        }

        /** Nodes' clocks differ from the database's: a negative age is none. */
        Standing standing() {
            Optional<Duration> age = Optional.ofNullable(first)
                    .map(time -> Duration.between(time, now))
                    .map(time -> time.isNegative() ? Duration.ZERO : time);
            return new Standing(pending, age, waiting, blocked, quarantined, paused);
        }
    }
}
