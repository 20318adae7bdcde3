package org.eeoutbox.jpa.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.ShardId;

/**
 * MariaDB 10.11 and later. Times are datetime(6) in UTC and cross the driver as local times, which it leaves alone: it
 * would move all others between the zones of its JVM and of the session.
 */
final class MariaDbDialect extends Dialect {

    private static final char QUOTE = '`';

    private static final String NOW = "UTC_TIMESTAMP(6)";

    private static final List<String> IDLE_LIMITS =
            List.of("idle_transaction_timeout", "idle_readonly_transaction_timeout", "idle_write_transaction_timeout");

    private static final String DIVE_LIMIT = "eq_range_index_dive_limit";

    MariaDbDialect() {
        super("mariadb");
    }

    /** A found counter is locked alone, a gap beside it is not; what is returned is never from an older snapshot. */
    @Override
    public String advanceCounters(int aggregates) {
        return "INSERT INTO outbox_aggregate (channel, aggregatetype, aggregateid, last_sequence) VALUES "
                + repeat("(?,?,?,?)", aggregates)
                + " ON DUPLICATE KEY UPDATE last_sequence = last_sequence + VALUES(last_sequence)"
                + " RETURNING channel, aggregatetype, aggregateid, last_sequence";
    }

    /** What IGNORE would hide beside a known key, a value that does not fit, has been looked at before. */
    @Override
    public String receive() {
        return "INSERT IGNORE INTO outbox_inbox (consumer, event_id) VALUES (?, ?) RETURNING 1";
    }

    /** The assignments are made in the order in which they stand. */
    @Override
    public String advance() {
        return "INSERT INTO outbox_inbox_sequence"
                + " (consumer, source, aggregatetype, aggregateid, last_sequence, seen_on)"
                + " VALUES (?, ?, ?, ?, ?, UTC_DATE()) ON DUPLICATE KEY UPDATE sequence_before = last_sequence,"
                + " last_sequence = GREATEST(last_sequence, VALUES(last_sequence)), seen_on = VALUES(seen_on)"
                + " RETURNING sequence_before";
    }

    @Override
    public String forgetSequences(int most) {
        return "DELETE FROM outbox_inbox_sequence WHERE seen_on < UTC_DATE() - INTERVAL ? DAY LIMIT " + most;
    }

    @Override
    public String instantParameter() {
        return "CAST(TRIM(TRAILING 'Z' FROM ?) AS datetime(6))";
    }

    /**
     * At REPEATABLE READ pollers would block each other by locks on gaps, and would not see what a shard's last holder
     * has removed; that level is the default, so each transaction asks for its own. The other settings belong to the
     * session. The limits are in seconds. Without dives into the index a list of more than 200 values is planned by
     * statistics; where those are old, the whole table is read.
     */
    @Override
    public void begin(Connection connection, Duration hold) throws SQLException {
        StringJoiner settings = new StringJoiner(", ", "SET ", "");
        for (String limit : IDLE_LIMITS) {
            replace(settings, limit, Math.max(1, hold.plusMillis(999).toSeconds()));
        }
        replace(settings, DIVE_LIMIT, 0);
        execute(connection, settings.toString());
        execute(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    private static void replace(StringJoiner settings, String name, long value) {
        settings.add("@outbox_" + name + " = @@" + name).add(name + " = " + value);
    }

    @Override
    public void end(Connection connection) throws SQLException {
        StringJoiner settings = new StringJoiner(", ", "SET ", "");
        IDLE_LIMITS.forEach(limit -> putBack(settings, limit));
        putBack(settings, DIVE_LIMIT);
        execute(connection, settings.toString());
    }

    private static void putBack(StringJoiner settings, String name) {
        settings.add(name + " = @outbox_" + name);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    void requireReadCommitted(Connection connection) {
        // See begin: whatever level the pool gives will do.
    }

    @Override
    String lockShard(Duration maxHold) {
        return shard("") + " FOR UPDATE SKIP LOCKED";
    }

    /** Sums without the payloads, which would turn the inner results into tables on disk (500 events: 3 ms, not 20). */
    @Override
    String readEvents() {
        return "SELECT e.*, 0 AS attempts, NULL AS reason FROM (SELECT id, position, SUM(bytes) OVER (ORDER BY position"
                + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before"
                + " FROM (SELECT id, position, COALESCE(OCTET_LENGTH(payload), 0) AS bytes FROM outbox_event"
                + " WHERE channel = ? AND shard = ? ORDER BY position LIMIT ?) f) b"
                + " STRAIGHT_JOIN outbox_event e ON e.id = b.id WHERE bytes_before IS NULL OR bytes_before < ?"
                + " ORDER BY b.position";
    }

    @Override
    public String now() {
        return NOW;
    }

    @Override
    public String later() {
        return NOW + " + INTERVAL (? * 1000) MICROSECOND";
    }

    /** Whoever runs both holds the shard's lock. */
    @Override
    List<String> moveToHistory(String table, String where) {
        return List.of(
                "INSERT INTO outbox_published (" + EventTable.COLUMNS + ", published_at) SELECT " + EventTable.COLUMNS
                        + ", " + NOW + " FROM " + table + where,
                delete(table, where));
    }

    /** By the primary key, the one index with no prefix by which a plan could read more rows than it has to. */
    @Override
    String someEvents() {
        return " WHERE id = ANY(?)";
    }

    @Override
    void setEvents(PreparedStatement statement, ShardId shard, List<OutboxEvent> events) throws SQLException {
        setAny(statement, 1, "uuid", events.stream().map(OutboxEvent::id).toArray());
    }

    /** Of most rows of a table it would read all, and wait for those that open transactions have written. */
    @Override
    String delete(String table, String where) {
        return "DELETE t FROM " + table + " t FORCE INDEX (PRIMARY)" + where;
    }

    @Override
    String any(String sql, int values) {
        return sql.replace("= ANY(?)", values == 0 ? "IN (NULL)" : "IN (" + repeat("?", values) + ")");
    }

    @Override
    void setAny(PreparedStatement statement, int at, String type, Object[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(at + i, values[i]);
        }
    }

    @Override
    public Instant instant(ResultSet row, int column) throws SQLException {
        LocalDateTime utc = row.getObject(column, LocalDateTime.class);
        return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
    }

    @Override
    public Object parameter(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    @Override
    String registerChannel() {
        return "INSERT INTO outbox_channel (channel, shards) VALUES (?, ?) ON DUPLICATE KEY UPDATE shards = shards";
    }

    @Override
    String registerShards() {
        return "INSERT INTO outbox_shard (channel, shard) SELECT ?, seq FROM seq_0_to_65535 WHERE seq < ?"
                + " ON DUPLICATE KEY UPDATE blocked = blocked";
    }

    @Override
    String findRelation(TableNames names) {
        String schema = names.schema() == null ? "DATABASE()" : "'" + names.schema() + "'";
        return "SELECT 1 FROM (SELECT table_name AS n FROM information_schema.tables WHERE table_schema = " + schema
                + " UNION ALL SELECT index_name FROM information_schema.statistics WHERE table_schema = " + schema
                + ") r WHERE n = ?";
    }

    @Override
    String text(TableNames names, String sql) {
        return names.in(sql, QUOTE).replace("CURRENT_TIMESTAMP", NOW);
    }

    /** Constraints and indexes belong to their table. */
    @Override
    String definition(TableNames names, String sql) {
        return names.inDefinition(sql, QUOTE);
    }

    @Override
    String createSchema(String schema) {
        return "CREATE DATABASE " + QUOTE + schema + QUOTE;
    }

    /**
     * With innodb_snapshot_isolation, the default since 11.6.2, a transaction at REPEATABLE READ may not write to a row
     * that has changed since its first read, and transactions of one aggregate share its counter.
     */
    @Override
    public Optional<String> advice(Connection connection) throws SQLException {
        if (connection.getTransactionIsolation() <= Connection.TRANSACTION_READ_COMMITTED) {
            return Optional.empty();
        }
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SHOW SESSION VARIABLES LIKE 'innodb_snapshot_isolation'")) {
            return row.next() && "ON".equals(row.getString(2))
                    ? Optional.of("The application's connections run at REPEATABLE READ with innodb_snapshot_isolation:"
                            + " of transactions that fire for one aggregate at the same time all but one are rolled"
                            + " back (error 1020). Set the pool's isolation level to READ COMMITTED.")
                    : Optional.empty();
        }
    }
}
