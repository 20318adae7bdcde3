package org.eeoutbox.jpa.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.jpa.store.History;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.spi.Housekeeping;
import org.eeoutbox.spi.PublishedArchive;
import org.eeoutbox.spi.PublishedArchive.Published;

/**
 * Removes rows that are past their retention: on PostgreSQL the history by dropping partitions, everything else in
 * small batches. It touches outbox_published, outbox_audit and the inbox's tables alone, so no unpublished event is ever
 * within its reach. Every transaction first takes one row lock, so that one node at a time works; a pool of one
 * connection is enough. Safe for use by several threads.
 */
public final class Retention implements Housekeeping {

    /** Small enough to be gone within milliseconds, large enough to keep up with any relay. */
    private static final int BATCH = 1_000;

    private static final long LONGEST_RUN_NANOS = 20_000_000_000L;

    private final Transactions transactions;
    private final Schema schema;
    private final RetentionPeriods periods;
    private final Iterable<PublishedArchive> archives;
    private final LongSupplier nanoClock;
    private final Partitions partitions;

    /**
     * A retention that has not touched the database yet.
     *
     * @param dataSource where the tables are; its connections must allow local transactions
     * @param schema the check that they are there
     * @param periods how long to keep what
     * @param archives take published events before they go; may be empty
     * @param nanoClock a monotonic clock in nanoseconds
     */
    public Retention(
            DataSource dataSource,
            Schema schema,
            RetentionPeriods periods,
            Iterable<PublishedArchive> archives,
            LongSupplier nanoClock) {
        this.transactions = new Transactions(dataSource, schema);
        this.schema = schema;
        this.periods = periods;
        this.archives = archives;
        this.nanoClock = nanoClock;
        this.partitions = new Partitions(transactions, periods.published(), this::archive);
    }

    @Override
    public void run() {
        long until = nanoClock.getAsLong() + LONGEST_RUN_NANOS;
        try {
            if (schema.dialect().hasPartitions()) {
                partitions.turn();
            }
            clean("outbox_published", "published_at", periods.published(), until);
            clean("outbox_audit", "at", periods.audit(), until);
            clean("outbox_inbox", "processed_at", periods.inbox(), until);
            forgetSequences(until);
        } catch (SQLException e) {
            throw new OutboxStoreException(
                    "The outbox could not remove old rows (SQLState " + e.getSQLState() + "): " + e.getMessage()
                            + " It tries again in a minute.",
                    e);
        }
    }

    private void clean(String table, String column, Duration period, long until) throws SQLException {
        boolean more = true;
        while (more && nanoClock.getAsLong() - until < 0) {
            more = transactions
                    .alone(connection -> cleanBatch(connection, table, column, period))
                    .orElse(false);
        }
    }

    /** Later than the keys of the same day, without which a late duplicate could not be told from an inversion. */
    private void forgetSequences(long until) throws SQLException {
        int forgotten = BATCH;
        while (forgotten == BATCH && nanoClock.getAsLong() - until < 0) {
            forgotten = transactions
                    .alone(connection -> {
                        try (PreparedStatement statement = transactions.prepare(
                                connection, schema.dialect().forgetSequences(BATCH))) {
                            statement.setLong(1, periods.inbox().toDays() + 1);
                            return statement.executeUpdate();
                        }
                    })
                    .orElse(0);
        }
    }

    /** Removes the oldest rows, all up to one point in time; {@code true} if more are left. */
    private boolean cleanBatch(Connection connection, String table, String column, Duration period)
            throws SQLException {
        Instant last = null;
        int found = 0;
        String oldest = "SELECT " + column + " FROM " + table + " WHERE " + column + " < "
                + schema.dialect().later() + " ORDER BY " + column + " LIMIT " + BATCH;
        try (PreparedStatement query = transactions.prepare(connection, oldest)) {
            query.setLong(1, -period.toMillis());
            try (ResultSet row = query.executeQuery()) {
                for (; row.next(); found++) {
                    last = schema.dialect().instant(row, 1);
                }
            }
        }
        if (found == 0) {
            return false;
        }
        if (table.equals("outbox_published") && archives.iterator().hasNext()) {
            archiveUpTo(connection, last);
        }
        String delete = "DELETE FROM " + table + " WHERE " + column + " <= ?";
        try (PreparedStatement statement = transactions.prepare(connection, delete)) {
            statement.setObject(1, schema.dialect().parameter(last));
            statement.executeUpdate();
        }
        return found == BATCH;
    }

    private void archiveUpTo(Connection connection, Instant last) throws SQLException {
        String select = "SELECT " + History.COLUMNS + " FROM outbox_published WHERE published_at <= ?"
                + " ORDER BY published_at, position";
        try (PreparedStatement query = transactions.prepare(connection, select)) {
            query.setObject(1, schema.dialect().parameter(last));
            query.setFetchSize(BATCH);
            archive(query);
        }
    }

    /** Hands a result to the archives, some rows at a time; {@code false} if there is no archive to ask. */
    private boolean archive(PreparedStatement query) throws SQLException {
        if (!archives.iterator().hasNext()) {
            return false;
        }
        List<Published> some = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                some.add(History.read(schema.dialect(), row));
                if (some.size() == BATCH) {
                    archive(some);
                    some.clear();
                }
            }
        }
        archive(some);
        return true;
    }

    private void archive(List<Published> events) {
        if (events.isEmpty()) {
            return;
        }
        for (PublishedArchive archive : archives) {
            try {
                archive.archive(List.copyOf(events));
            } catch (RuntimeException e) {
                throw new OutboxStoreException(
                        "The archive " + archive.getClass().getName() + " did not take " + events.size()
                                + " published events; they stay in outbox_published and come again.",
                        e);
            }
        }
    }
}
