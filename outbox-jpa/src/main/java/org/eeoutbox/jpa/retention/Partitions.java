package org.eeoutbox.jpa.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eeoutbox.jpa.store.History;

/**
 * The partitions of outbox_published on PostgreSQL: some hours, or days of a long retention, ahead of time, and none that
 * is past its retention. A role that may not create tables leaves everything in the default partition, where the batches
 * clean up.
 */
final class Partitions {

    private static final System.Logger LOG = System.getLogger("org.eeoutbox.retention");

    private static final String OWN = "published_p";
    private static final String STEM = "outbox_" + OWN;
    private static final Duration LONGEST_HOURLY = Duration.ofDays(2);
    private static final int AHEAD = 3;

    /** A partition is attached after a look through the default one, under a lock that settlements into it wait for. */
    private static final long LARGEST_DEFAULT_TO_SCAN = 16L << 20;

    private static final String NO_RIGHT = "42501";
    private static final String LOCK_NOT_FREE = "55P03";
    private static final String ROWS_IN_DEFAULT = "23514";
    private static final String MADE_BY_ANOTHER = "42P07";
    private static final String DROPPED_BY_ANOTHER = "42P01";

    private final Transactions transactions;
    private final Duration retention;
    private final Archiver archiver;
    private final ChronoUnit width;
    private volatile boolean mayNot;

    private record Sight(OffsetDateTime now, List<String> there) {}

    /** Hands a query's rows to the archives; {@code false} if there are none. */
    interface Archiver {
        boolean archive(PreparedStatement query) throws SQLException;
    }

    Partitions(Transactions transactions, Duration retention, Archiver archiver) {
        this.transactions = transactions;
        this.retention = retention;
        this.archiver = archiver;
        this.width = retention.compareTo(LONGEST_HOURLY) <= 0 ? ChronoUnit.HOURS : ChronoUnit.DAYS;
    }

    /** Makes the next partitions and drops the old ones, each in a transaction of its own. */
    void turn() throws SQLException {
        Optional<Sight> sight = transactions.alone(connection -> new Sight(now(connection), names(connection)));
        if (sight.isPresent()) {
            turn(sight.get().now(), sight.get().there());
        }
    }

    private void turn(OffsetDateTime now, List<String> there) throws SQLException {
        if (!retention.isZero() && !mayNot) {
            makeAhead(now, there);
        }
        for (String partition : there) {
            if (end(partition).plus(retention).isBefore(now)) {
                drop(partition);
            }
        }
    }

    private void makeAhead(OffsetDateTime now, List<String> there) throws SQLException {
        OffsetDateTime from = now.truncatedTo(width);
        for (int i = 0; i <= AHEAD && !mayNot; i++) {
            OffsetDateTime start = from.plus(i, width);
            if (there.stream()
                    .noneMatch(partition ->
                            !start(partition).isAfter(start) && end(partition).isAfter(start))) {
                make(start);
            }
        }
    }

    private void make(OffsetDateTime start) throws SQLException {
        String name = STEM + text(start);
        try {
            transactions.alone(connection -> {
                if (defaultIsSmall(connection)) {
                    execute(connection, "SET LOCAL lock_timeout = '100ms'");
                    execute(connection, "CREATE TABLE " + name + " (LIKE outbox_published INCLUDING ALL)");
                    execute(
                            connection,
                            "ALTER TABLE outbox_published ATTACH PARTITION " + name + " FOR VALUES FROM ('" + start
                                    + "') TO ('" + start.plus(1, width) + "')");
                }
                return true;
            });
        } catch (SQLException e) {
            switch (String.valueOf(e.getSQLState())) {
                // The first one, when rows have come before it: the default partition keeps them and the rest of its
                // time.
                case ROWS_IN_DEFAULT, LOCK_NOT_FREE -> LOG.log(System.Logger.Level.DEBUG, "{0} is made later.", name);
                case MADE_BY_ANOTHER -> LOG.log(System.Logger.Level.DEBUG, "Another node has made {0}.", name);
                case NO_RIGHT -> {
                    mayNot = true;
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "OUTBOX-120 The relay''s database role may not create partitions of outbox_published; old"
                                    + " rows are deleted instead. Make that role the owner of the table: {0}",
                            e.getMessage());
                }
                default -> throw e;
            }
        }
    }

    private boolean defaultIsSmall(Connection connection) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT pg_relation_size(to_regclass(?)) < " + LARGEST_DEFAULT_TO_SCAN)) {
            query.setString(1, transactions.names().in("outbox_published_default"));
            try (ResultSet row = query.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    /** The lock on the parent comes first and is not waited for long: what the relay settles stands behind it. */
    private void drop(String partition) throws SQLException {
        try {
            transactions.alone(connection -> {
                try (PreparedStatement query = transactions.prepare(
                        connection,
                        "SELECT " + History.COLUMNS + " FROM " + partition + " ORDER BY published_at, position")) {
                    query.setFetchSize(1_000);
                    archiver.archive(query);
                }
                execute(connection, "SET LOCAL lock_timeout = '50ms'");
                execute(connection, "LOCK TABLE outbox_published IN ACCESS EXCLUSIVE MODE");
                execute(connection, "DROP TABLE " + partition);
                return true;
            });
        } catch (SQLException e) {
            switch (String.valueOf(e.getSQLState())) {
                case LOCK_NOT_FREE -> LOG.log(System.Logger.Level.DEBUG, "{0} is in use and dropped later.", partition);
                case DROPPED_BY_ANOTHER ->
                    LOG.log(System.Logger.Level.DEBUG, "Another node has dropped {0}.", partition);
                case NO_RIGHT ->
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "OUTBOX-121 The relay''s database role may not drop {0}, whose rows are past their"
                                    + " retention; they are deleted instead.",
                            partition);
                default -> throw e;
            }
        }
    }

    private static OffsetDateTime now(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT clock_timestamp()")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).withOffsetSameInstant(ZoneOffset.UTC);
        }
    }

    /** The partitions that were made here, in the scripts' names. */
    private List<String> names(Connection connection) throws SQLException {
        String prefix = transactions.names().prefix();
        List<String> found = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement("SELECT c.relname FROM pg_inherits i"
                + " JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass(?) ORDER BY c.relname")) {
            query.setString(1, transactions.names().in("outbox_published"));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    String name = row.getString(1);
                    if (name.matches(Pattern.quote(prefix + OWN) + "(\\d{8}|\\d{10})")) {
                        found.add("outbox_" + name.substring(prefix.length()));
                    }
                }
            }
        }
        return found;
    }

    private void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(transactions.names().in(sql));
        }
    }

    private String text(OffsetDateTime start) {
        String day = String.format("%04d%02d%02d", start.getYear(), start.getMonthValue(), start.getDayOfMonth());
        return width == ChronoUnit.HOURS ? day + String.format("%02d", start.getHour()) : day;
    }

    private static OffsetDateTime start(String partition) {
        String digits = partition.substring(STEM.length());
        return OffsetDateTime.of(
                Integer.parseInt(digits.substring(0, 4)),
                Integer.parseInt(digits.substring(4, 6)),
                Integer.parseInt(digits.substring(6, 8)),
                digits.length() == 10 ? Integer.parseInt(digits.substring(8)) : 0,
                0,
                0,
                0,
                ZoneOffset.UTC);
    }

    private static OffsetDateTime end(String partition) {
        boolean hourly = partition.length() == STEM.length() + 10;
        return hourly ? start(partition).plusHours(1) : start(partition).plusDays(1);
    }
}
