package org.eeoutbox.jpa.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.eeoutbox.jpa.store.TableNames;

/** Short local transactions of which one at a time runs, on all nodes together. */
final class Transactions {

    /** The row of outbox_schema that nobody else locks. */
    private static final String ALONE = "SELECT version FROM outbox_schema WHERE version = 1 FOR UPDATE SKIP LOCKED";

    private final DataSource dataSource;
    private final TableNames names;

    Transactions(DataSource dataSource, TableNames names) {
        this.dataSource = dataSource;
        this.names = names;
    }

    TableNames names() {
        return names;
    }

    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(names.in(sql));
    }

    /** Runs the work and commits it; empty if another node is at it. */
    <T> Optional<T> alone(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                boolean mine;
                try (PreparedStatement lock = prepare(connection, ALONE);
                        ResultSet row = lock.executeQuery()) {
                    mine = row.next();
                }
                Optional<T> result = mine ? Optional.of(work.in(connection)) : Optional.empty();
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                rollback(connection, e);
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private static void rollback(Connection connection, Exception reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /** What is done in one transaction. */
    interface Work<T> {
        T in(Connection connection) throws SQLException;
    }
}
