package org.eeoutbox.jpa.operations;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import javax.sql.DataSource;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.jpa.store.Schema;

/** Local transactions at READ COMMITTED: what is read after a lock must be what its last holder has left. */
final class Transactions {

    /** Drivers call it transient when a lock was not free in time (H2) or a deadlock was broken. */
    private static final int ATTEMPTS = 10;

    private final DataSource dataSource;
    private final Schema schema;

    Transactions(DataSource dataSource, Schema schema) {
        this.dataSource = dataSource;
        this.schema = schema;
    }

    /** Runs one piece of work and commits it. */
    <T> T run(String what, Work<T> work) {
        return run(what, false, work);
    }

    /** Runs one piece of work, again if the database asks for it; rolls it back if it was a dry run. */
    <T> T run(String what, boolean dryRun, Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(dryRun, work);
            } catch (SQLTransientException e) {
                if (attempt == ATTEMPTS) {
                    throw failed(what, e);
                }
            } catch (SQLException e) {
                throw failed(what, e);
            }
        }
    }

    private <T> T once(boolean dryRun, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            int isolation = connection.getTransactionIsolation();
            try {
                T result = inTransaction(connection, dryRun, work);
                giveBack(connection, isolation);
                return result;
            } catch (SQLException | RuntimeException e) {
                abandon(connection, isolation, e);
                throw e;
            }
        }
    }

    private <T> T inTransaction(Connection connection, boolean dryRun, Work<T> work) throws SQLException {
        if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        connection.setAutoCommit(false);
        T result = work.in(new Sql(connection, schema));
        if (dryRun) {
            connection.rollback();
        } else {
            connection.commit();
        }
        return result;
    }

    private static void giveBack(Connection connection, int isolation) throws SQLException {
        connection.setAutoCommit(true);
        if (connection.getTransactionIsolation() != isolation) {
            connection.setTransactionIsolation(isolation);
        }
    }

    /** Pools may wrap what a broken connection throws into exceptions that are unchecked. */
    private static void abandon(Connection connection, int isolation, Exception reason) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            giveBack(connection, isolation);
        } catch (SQLException | RuntimeException e) {
            if (e != reason) {
                reason.addSuppressed(e);
            }
        }
    }

    private static OutboxStoreException failed(String what, SQLException e) {
        return new OutboxStoreException(
                "The database could not " + what + " (SQLState " + e.getSQLState() + "): " + e.getMessage()
                        + " Nothing was changed by this transaction.",
                e);
    }

    /** What is done in one transaction; may be done again after a failure. */
    interface Work<T> {
        T in(Sql sql) throws SQLException;
    }
}
