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

/**
 * MariaDB 10.11 and later. Times are datetime(6) in UTC and cross the driver as local times, which it leaves alone: it
 * would move all others between the zones of its JVM and of the session.
 */
final class MariaDbDialect extends Dialect {

    private static final char QUOTE = '`';

    private static final String NOW = "UTC_TIMESTAMP(6)";

    private static final List<String> IDLE_LIMITS =
            List.of("idle_transaction_timeout", "idle_readonly_transaction_timeout", "idle_write_transaction_timeout");

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

    @Override
    public String instantParameter() {
        return "CAST(TRIM(TRAILING 'Z' FROM ?) AS datetime(6))";
    }

    /**
     * At REPEATABLE READ pollers would block each other by locks on gaps, and would not see what a shard's last holder
     * has removed; that level is the default, so each transaction asks for its own. The limits belong to the session,
     * and are in seconds.
     */
    @Override
    public void begin(Connection connection, Duration hold) throws SQLException {
        long seconds = Math.max(1, hold.plusMillis(999).toSeconds());
        StringBuilder limits = new StringBuilder("SET ");
        IDLE_LIMITS.forEach(limit -> limits.append("@outbox_")
                .append(limit)
                .append(" = @@")
                .append(limit)
                .append(", ")
                .append(limit)
                .append(" = ")
                .append(seconds)
                .append(", "));
        limits.setLength(limits.length() - 2);
        execute(connection, limits.toString());
        execute(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    @Override
    public void end(Connection connection) throws SQLException {
        StringBuilder limits = new StringBuilder("SET ");
        IDLE_LIMITS.forEach(limit ->
                limits.append(limit).append(" = @outbox_").append(limit).append(", "));
        limits.setLength(limits.length() - 2);
        execute(connection, limits.toString());
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
                "DELETE FROM " + table + where);
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
