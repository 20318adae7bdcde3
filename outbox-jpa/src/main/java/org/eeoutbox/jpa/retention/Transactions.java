package org.eeoutbox.jpa.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.eeoutbox.jpa.store.Dialect;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;

/** Short local transactions of which one at a time runs, on all nodes together. */
final class Transactions {

    /** The row of outbox_schema that nobody else locks. */
    private static final String ALONE = "SELECT version FROM outbox_schema WHERE version = 1 FOR UPDATE SKIP LOCKED";

    /** An archive may take its time with one batch. */
    private static final Duration LONGEST_STANDSTILL = Duration.ofMinutes(5);

    private final DataSource dataSource;
    private final Schema schema;

    Transactions(DataSource dataSource, Schema schema) {
        this.dataSource = dataSource;
        this.schema = schema;
    }

    TableNames names() {
        return schema.names();
    }

    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(schema.text(sql));
    }

    /** Runs the work and commits it; empty if another node is at it. */
    <T> Optional<T> alone(Work<T> work) throws SQLException {
        Dialect dialect = schema.dialect();
        try (Connection connection = dataSource.getConnection()) {
            dialect.begin(connection, LONGEST_STANDSTILL);
            connection.setAutoCommit(false);
            try {
                boolean mine;
                try (PreparedStatement lock = prepare(connection, ALONE);
                        ResultSet row = lock.executeQuery()) {
                    mine = row.next();
                }
                Optional<T> result = mine ? Optional.of(work.in(connection)) : Optional.empty();
                connection.commit();
                end(connection, dialect);
                return result;
            } catch (SQLException | RuntimeException e) {
                abandon(connection, dialect, e);
                throw e;
            }
        }
    }

    private static void end(Connection connection, Dialect dialect) throws SQLException {
        connection.setAutoCommit(true);
        dialect.end(connection);
    }

    /** A connection that is broken must not hide what broke it. */
    private static void abandon(Connection connection, Dialect dialect, Exception reason) {
        try {
            connection.rollback();
            end(connection, dialect);
        } catch (SQLException | RuntimeException e) {
            if (e != reason) {
                reason.addSuppressed(e);
            }
        }
    }

    /** What is done in one transaction. */
    interface Work<T> {
        T in(Connection connection) throws SQLException;
    }
}
