package org.eeoutbox.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The tables of one database as {@link RetentionBenchmark} fills and watches them. */
abstract class HistoryDatabase {

    final DataSource dataSource;

    HistoryDatabase(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Leaves so many events of the channel "orders", and nothing else that is unpublished. */
    abstract void layEvents(int events, int aggregates) throws SQLException;

    /** Leaves so many rows of history that are older than an hour. */
    abstract void layHistory(int rows) throws SQLException;

    abstract long expired() throws SQLException;

    abstract long deadlocks() throws SQLException;

    /** How long the application's sessions have waited for a lock at most; called again and again. */
    abstract double longestWaitMillis() throws SQLException;

    /** Marks the application's session for {@link #longestWaitMillis()}. */
    abstract void mark(Statement application, boolean on) throws SQLException;

    abstract String oneEvent();

    final void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    final double number(String sql) throws SQLException {
        return Double.parseDouble(text(sql, 1));
    }

    final String text(String sql, int column) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(column);
        }
    }
}
