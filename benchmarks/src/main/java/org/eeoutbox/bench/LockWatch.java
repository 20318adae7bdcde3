package org.eeoutbox.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Looks again and again at how long the application's sessions wait for a lock. */
final class LockWatch implements Runnable {

    private static final String WAITS = "SELECT COALESCE(MAX(EXTRACT(EPOCH FROM clock_timestamp() - l.waitstart)), 0)"
            + " * 1000 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
            + " WHERE NOT l.granted AND a.application_name = 'application'";

    private final DataSource dataSource;
    private volatile boolean over;
    private volatile double longestMillis;

    LockWatch(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public void run() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            while (!over) {
                try (ResultSet row = statement.executeQuery(WAITS)) {
                    row.next();
                    longestMillis = Math.max(longestMillis, row.getDouble(1));
                }
                java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void stop() {
        over = true;
    }

    double longestMillis() {
        return longestMillis;
    }
}
