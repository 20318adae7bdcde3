package org.eeoutbox.jpa.store;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.ShardId;

/**
 * What differs between databases: SQL texts, and the limits that only the server can enforce. Statements that are the
 * same everywhere stand where they are used.
 */
public abstract sealed class Dialect permits PostgreSqlDialect, MariaDbDialect, H2Dialect {

    private final String name;

    Dialect(String name) {
        this.name = name;
    }

    /**
     * Finds the dialect of a database.
     *
     * @param connection any open connection
     * @return the dialect
     * @throws SQLException if the database does not answer
     * @throws OutboxConfigurationException if the database, or this version of it, is not supported
     */
    public static Dialect of(Connection connection) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        int major = data.getDatabaseMajorVersion();
        int minor = data.getDatabaseMinorVersion();
        return switch (data.getDatabaseProductName().toLowerCase(Locale.ROOT)) {
            case "postgresql" -> supported(new PostgreSqlDialect(), major >= 15, "PostgreSQL 15", data);
            case "mariadb" ->
                supported(new MariaDbDialect(), major > 10 || major == 10 && minor >= 11, "MariaDB 10.11", data);
            case "h2" -> supported(new H2Dialect(), major > 2 || major == 2 && minor >= 2, "H2 2.2", data);
            case "mysql" ->
                throw new OutboxConfigurationException("The outbox does not support MySQL, which has no sequences and"
                        + " no RETURNING. Use MariaDB 10.11 or later; if this is one, use MariaDB's own driver.");
            default ->
                throw new OutboxConfigurationException("The outbox does not support " + data.getDatabaseProductName()
                        + ". Use PostgreSQL 15 or later, MariaDB 10.11 or later, or for development H2 2.2 or later.");
        };
    }

    private static Dialect supported(Dialect dialect, boolean recent, String needed, DatabaseMetaData data)
            throws SQLException {
        if (!recent) {
            throw new OutboxConfigurationException("The outbox needs " + needed + " or later; the data source leads to "
                    + data.getDatabaseProductName() + " " + data.getDatabaseProductVersion() + ".");
        }
        return dialect;
    }

    /** The folder of the database's scripts below META-INF/outbox/ddl. */
    final String name() {
        return name;
    }

    /**
     * A query that adds to the counters of several aggregates, creates those that are missing, keeps their rows locked
     * until the transaction ends, and returns channel, aggregate type, aggregate id and new last sequence of each. It
     * locks the rows in the order of the parameters.
     *
     * @param aggregates how many; each takes four parameters: channel, aggregate type, aggregate id, how many to add
     * @return the SQL text
     */
    public abstract String advanceCounters(int aggregates);

    /**
     * A query to run before {@link #advanceCounters}, for a database in which two sessions cannot create the same row
     * at once.
     *
     * @return the SQL text, with one parameter for a channel; {@code null} if none is needed
     */
    public String guardCounters() {
        return null;
    }

    /**
     * Whether {@link #advanceCounters} can be the one common table expression of an insert, which then reads the new
     * sequence from it.
     *
     * @return {@code false} unless the dialect says otherwise
     */
    public boolean insertsFromCounters() {
        return false;
    }

    /**
     * A query that remembers an event for a consumer, and has a row if it was not remembered yet. It waits for another
     * transaction that is doing the same, fails for nothing but a failure of the database, and leaves the transaction
     * usable.
     *
     * @return the SQL text; parameters: consumer, event id
     */
    public abstract String receive();

    /**
     * A query that takes note of the number of an aggregate's event, keeps the aggregate's row locked until the
     * transaction ends, and returns the highest number before, null for a new row.
     *
     * @return the SQL text; parameters: consumer, source, aggregate type, aggregate id, number
     */
    public abstract String advance();

    /**
     * A statement to run before {@link #advance}, for a database in which two sessions cannot create the same row at
     * once.
     *
     * @return the SQL text; parameters: consumer, source, aggregate type, aggregate id; {@code null} if none is needed
     */
    public String prepareAdvance() {
        return null;
    }

    /**
     * Whether there is a {@link #receiveAndAdvance}.
     *
     * @return {@code false} unless the dialect says otherwise
     */
    public boolean receivesInOneStatement() {
        return false;
    }

    /**
     * Both in one round trip: {@link #receive}, and if that has a row, {@link #advance}.
     *
     * @return the SQL text; parameters: those of the first, then those of the second
     */
    public String receiveAndAdvance() {
        throw new UnsupportedOperationException(name);
    }

    /**
     * Deletes some rows of outbox_inbox_sequence of which nothing was heard for so many days, a parameter, and whole days
     * before today's.
     *
     * @param most how many rows at most
     * @return the SQL text
     */
    public abstract String forgetSequences(int most);

    /**
     * A value of a column with times, from a parameter that is an instant as text, such as 2026-01-31T12:00:00Z.
     *
     * @return a part of an SQL text, with one parameter
     */
    public String instantParameter() {
        return "CAST(? AS timestamp with time zone)";
    }

    /**
     * What stands in a column with times.
     *
     * @param row a result at a row
     * @param column the number of the column
     * @return the time; {@code null} if there is none
     * @throws SQLException if the database fails
     */
    public Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /**
     * A time as the driver takes it.
     *
     * @param instant the time
     * @return a value for {@link PreparedStatement#setObject(int, Object)}
     */
    public Object parameter(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    /**
     * Prepares a connection for one transaction of the relay's or an operator's, at READ COMMITTED, in which whoever
     * stands still for longer than the hold is cut off; comes before its first statement.
     *
     * @param connection not in a transaction
     * @param hold how long
     * @throws SQLException if the database fails
     */
    public void begin(Connection connection, Duration hold) throws SQLException {}

    /**
     * Leaves the connection as it was before {@link #begin}; comes after the end of the transaction.
     *
     * @param connection not in a transaction
     * @throws SQLException if the database fails
     */
    public void end(Connection connection) throws SQLException {}

    /**
     * Looks at how the connections of the application are set up.
     *
     * @param connection one of them
     * @return what should be changed, and why; empty if nothing
     * @throws SQLException if the database fails
     */
    public Optional<String> advice(Connection connection) throws SQLException {
        return Optional.empty();
    }

    /** Checks that a connection of the relay's has the level that {@link #begin} leaves to the pool. */
    void requireReadCommitted(Connection connection) throws SQLException {
        if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
            throw new OutboxConfigurationException("The relay's connections have another isolation level than READ"
                    + " COMMITTED. Set that of the pool, or give the relay a pool of its own"
                    + " (outbox.relay.datasource).");
        }
    }

    /**
     * Locks a shard of a channel that is not paused, without waiting, for at most maxHold; parameters: channel, shard.
     * No row if it is taken or paused, otherwise two columns: the number that stands for the state of its blocked aggregates,
     * which must be as new as the lock, and whether events wait whose time has come, which may be older.
     */
    abstract String lockShard(Duration maxHold);

    /** What {@link #lockShard} selects and from where; the columns are to follow what the dialect adds. */
    final String shard(String more) {
        return "SELECT " + more + "s.blocked, EXISTS (SELECT 1 FROM outbox_waiting w WHERE w.channel = s.channel"
                + " AND w.shard = s.shard AND w.available_at <= CURRENT_TIMESTAMP) FROM outbox_shard s"
                + " WHERE s.channel = ? AND s.shard = ? AND NOT EXISTS (SELECT 1 FROM outbox_channel c"
                + " WHERE c.channel = s.channel AND c.paused_since IS NOT NULL)";
    }

    /** Reads what may leave of a shard, with the parameters and the columns of {@link EventTable#READ}. */
    String readEvents() {
        return EventTable.READ;
    }

    /**
     * Locks a shard, waiting for it; parameters: channel, shard. Whoever then stands still, as a process that is frozen,
     * loses it again after some seconds, where the database can see to that.
     *
     * @return the SQL text of a query, with a row if there is such a shard
     */
    public String awaitShard() {
        return "SELECT shard FROM outbox_shard WHERE channel = ? AND shard = ? FOR UPDATE";
    }

    /**
     * The time of the statement by the database's clock, fit for comparison with an index.
     *
     * @return a part of an SQL text
     */
    public abstract String now();

    /** That time and so many milliseconds, a parameter; negative ones lie in the past. */
    public abstract String later();

    /** Whether outbox_published is partitioned by time. */
    public boolean hasPartitions() {
        return false;
    }

    /**
     * Moves rows of a table to the history.
     *
     * @param table where they are
     * @param where which
     * @return statements to run one after the other, each with the parameters of the condition
     */
    abstract List<String> moveToHistory(String table, String where);

    /** Registers a channel unless it is there; parameters: channel, number of shards. */
    abstract String registerChannel();

    /** Registers those shards of a channel that are not there; parameters: channel, number of shards. */
    abstract String registerShards();

    /** The condition for some rows of outbox_event, whose parameters {@link #setEvents} sets. */
    String someEvents() {
        return " WHERE channel = ? AND shard = ? AND position = ANY(?)";
    }

    /** Sets the parameters of {@link #someEvents}. */
    void setEvents(PreparedStatement statement, ShardId shard, List<OutboxEvent> events) throws SQLException {
        statement.setString(1, shard.channel());
        statement.setInt(2, shard.shard());
        setAny(
                statement,
                3,
                "bigint",
                events.stream().map(OutboxEvent::position).toArray());
    }

    /** Deletes some rows, many or few. */
    String delete(String table, String where) {
        return "DELETE FROM " + table + where;
    }

    /** A text in which one condition says {@code = ANY(?)}, its last parameter, for so many values. */
    String any(String sql, int values) {
        return sql;
    }

    /** Sets the values of a text from {@link #any}. */
    void setAny(PreparedStatement statement, int at, String type, Object[] values) throws SQLException {
        statement.setArray(at, statement.getConnection().createArrayOf(type, values));
    }

    /** Whether there is a table or index; one parameter, {@link TableNames#value}. */
    abstract String findRelation(TableNames names);

    /** A statement as this database understands it, with the names in it. */
    String text(TableNames names, String sql) {
        return names.in(sql);
    }

    /** Creates a schema. */
    String createSchema(String schema) {
        return "CREATE SCHEMA \"" + schema + '"';
    }

    /** A statement of a script with the names in it. */
    String definition(TableNames names, String sql) {
        return names.in(sql);
    }

    static String repeat(String row, int times) {
        return (row + ",").repeat(times - 1) + row;
    }
}
