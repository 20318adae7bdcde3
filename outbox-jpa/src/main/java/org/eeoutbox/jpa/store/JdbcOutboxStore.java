package org.eeoutbox.jpa.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.jpa.store.EventTable.Row;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.ShardId;

/** The relay's view of the tables, by plain JDBC in local transactions at READ COMMITTED. */
public final class JdbcOutboxStore implements OutboxStore {

    /** For transactions of a few statements, outside any claim. */
    private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(5);

    private final DataSource dataSource;
    private final Schema schema;
    private final int shards;
    private final boolean history;
    private final Map<ShardId, BlockedAggregates> blocked = new ConcurrentHashMap<>();
    private volatile Statements statements;

    /**
     * A store that has not touched the database yet.
     *
     * @param dataSource where the tables are; its connections must allow local transactions
     * @param schema the check that they are there
     * @param shards into how many parts each channel is divided
     * @param history whether published events go to outbox_published
     */
    public JdbcOutboxStore(DataSource dataSource, Schema schema, int shards, boolean history) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.shards = shards;
        this.history = history;
    }

    @Override
    public void open(Set<String> channels) {
        Dialect dialect = schema.dialect();
        transaction("register the channels " + channels, connection -> {
            dialect.requireReadCommitted(connection);
            for (String channel : new TreeSet<>(channels)) {
                register(connection, dialect, channel);
            }
            return null;
        });
    }

    private Statements statements() {
        Statements made = statements;
        if (made == null) {
            made = new Statements(schema, history);
            statements = made;
        }
        return made;
    }

    private void register(Connection connection, Dialect dialect, String channel) throws SQLException {
        update(connection, dialect.registerChannel(), channel, shards);
        schema.requireShards(connection, channel, shards);
        update(connection, dialect.registerShards(), channel, shards);
    }

    private void update(Connection connection, String sql, String channel, int shards) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql)) {
            statement.setString(1, channel);
            statement.setInt(2, shards);
            statement.executeUpdate();
        }
    }

    @Override
    public Set<ShardId> pending(Set<String> channels) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = statements().prepareAny(connection, EventTable.PENDING, channels.size())) {
            statements().dialect().setAny(query, 1, "varchar", channels.toArray());
            Set<ShardId> pending = new LinkedHashSet<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    pending.add(new ShardId(row.getString(1), row.getInt(2)));
                }
            }
            return pending;
        } catch (SQLException e) {
            throw failed("look for pending events", e);
        }
    }

    @Override
    public Optional<Claim> claim(ShardId shard, Limits limits) {
        Connection connection = null;
        try {
            connection = begin(limits.maxHold());
            Optional<Claim> claim = claim(connection, shard, limits);
            if (claim.isEmpty()) {
                end(connection, false);
            }
            return claim;
        } catch (SQLException | RuntimeException e) {
            abandon(connection, e);
            throw e instanceof SQLException sql ? failed("claim " + shard, sql) : (RuntimeException) e;
        }
    }

    private Optional<Claim> claim(Connection connection, ShardId shard, Limits limits) throws SQLException {
        long number;
        boolean due;
        try (PreparedStatement query =
                prepare(connection, statements().dialect().lockShard(limits.maxHold()))) {
            query.setString(1, shard.channel());
            query.setInt(2, shard.shard());
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                int columns = row.getMetaData().getColumnCount();
                number = row.getLong(columns - 1);
                due = row.getBoolean(columns);
            }
        }
        JdbcClaim claim = new JdbcClaim(connection, shard);
        if (due) {
            claim.readDue(limits);
        }
        BlockedAggregates known = blocked.getOrDefault(shard, BlockedAggregates.NONE);
        BlockedAggregates now = known.at(number, connection, statements(), shard);
        if (now != known) {
            blocked.put(shard, now);
        }
        claim.readEvents(now, limits);
        return Optional.of(claim);
    }

    @Override
    public int settle(ShardId shard, Outcome outcome) {
        if (outcome.isEmpty()) {
            return 0;
        }
        return transaction("settle events of " + shard, connection -> {
            if (statements().settlesInSteps() || Settlement.needsLock(outcome)) {
                waitFor(connection, shard);
            }
            return new Settlement(connection, statements(), shard).apply(outcome, List.of());
        });
    }

    private void waitFor(Connection connection, ShardId shard) throws SQLException {
        try (PreparedStatement query =
                prepare(connection, statements().dialect().awaitShard())) {
            query.setString(1, shard.channel());
            query.setInt(2, shard.shard());
            query.executeQuery().close();
        }
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(schema.text(sql));
    }

    private <T> T transaction(String what, Work<T> work) {
        Connection connection = null;
        try {
            connection = begin(LONGEST_STANDSTILL);
            T result = work.in(connection);
            end(connection, true);
            return result;
        } catch (SQLException | RuntimeException e) {
            abandon(connection, e);
            throw e instanceof SQLException sql ? failed(what, sql) : (RuntimeException) e;
        }
    }

    /** Looks at the schema first, so that a pool of one connection is enough. */
    private Connection begin(Duration hold) throws SQLException {
        Dialect dialect = schema.dialect();
        Connection connection = dataSource.getConnection();
        try {
            dialect.begin(connection, hold);
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException | RuntimeException e) {
            close(connection, e);
            throw e;
        }
    }

    private void end(Connection connection, boolean commit) throws SQLException {
        if (commit) {
            connection.commit();
        } else {
            connection.rollback();
        }
        connection.setAutoCommit(true);
        schema.dialect().end(connection);
        connection.close();
    }

    /**
     * Gives the connection back whatever happens, or the pool runs dry. Pools may wrap what a broken connection throws
     * into exceptions that are unchecked.
     */
    private void abandon(Connection connection, Exception reason) {
        if (connection == null) {
            return;
        }
        try {
            end(connection, false);
        } catch (SQLException | RuntimeException e) {
            suppress(reason, e);
            close(connection, reason);
        }
    }

    private static void close(Connection connection, Exception reason) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            suppress(reason, e);
        }
    }

    private static void suppress(Exception reason, Exception another) {
        if (another != reason) {
            reason.addSuppressed(another);
        }
    }

    private static OutboxStoreException failed(String what, SQLException e) {
        return new OutboxStoreException(
                "The relay could not " + what + " (SQLState " + e.getSQLState() + "): " + e.getMessage(), e);
    }

    private interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    private final class JdbcClaim implements Claim {

        private final ShardId shard;
        private final List<Row> rows = new ArrayList<>();
        private final List<OutboxEvent> parked = new ArrayList<>();
        private long bytes;
        private boolean more;
        private Connection connection;

        JdbcClaim(Connection connection, ShardId shard) {
            this.connection = connection;
            this.shard = shard;
        }

        /** At most half of the claim, so that failures in great number do not keep others from leaving. */
        void readDue(Limits limits) throws SQLException {
            int most = (limits.rows() + 1) / 2;
            try (PreparedStatement query = prepare(connection, EventTable.READ_DUE)) {
                query.setString(1, shard.channel());
                query.setInt(2, shard.shard());
                query.setInt(3, most);
                try (ResultSet row = query.executeQuery()) {
                    while (row.next() && bytes < limits.bytes()) {
                        add(EventTable.read(statements().dialect(), row, shard, BlockedAggregates.NONE));
                    }
                }
            }
            more = rows.size() == most || bytes >= limits.bytes();
        }

        /** A statement of its own, after the lock: its snapshot must see what the shard's last holder has removed. */
        void readEvents(BlockedAggregates blocked, Limits limits) throws SQLException {
            int most = limits.rows() - rows.size();
            long mostBytes = limits.bytes() - bytes;
            if (most <= 0 || mostBytes <= 0) {
                more = true;
                return;
            }
            int read = 0;
            try (PreparedStatement query =
                    prepare(connection, statements().dialect().readEvents())) {
                query.setString(1, shard.channel());
                query.setInt(2, shard.shard());
                query.setInt(3, most);
                query.setLong(4, mostBytes);
                try (ResultSet row = query.executeQuery()) {
                    for (; row.next(); read++) {
                        Row event = EventTable.read(statements().dialect(), row, shard, blocked);
                        if (event.isHeld()) {
                            parked.add(event.event());
                        } else {
                            add(event);
                        }
                    }
                }
            }
            more |= read == most || bytes >= limits.bytes() || !parked.isEmpty();
        }

        private void add(Row row) {
            rows.add(row);
            bytes += row.bytes();
        }

        @Override
        public List<Claimed> events() {
            return Collections.unmodifiableList(rows);
        }

        @Override
        public boolean more() {
            return more;
        }

        @Override
        public int settle(Outcome outcome) {
            Connection held = take();
            try {
                boolean changes = !outcome.isEmpty() || !parked.isEmpty();
                int settled = changes ? new Settlement(held, statements(), shard).apply(outcome, parked) : 0;
                end(held, changes);
                return settled;
            } catch (SQLException | RuntimeException e) {
                abandon(held, e);
                throw e instanceof SQLException sql ? failed("settle events of " + shard, sql) : (RuntimeException) e;
            }
        }

        @Override
        public void close() {
            if (connection == null) {
                return;
            }
            Connection held = take();
            try {
                end(held, false);
            } catch (SQLException | RuntimeException e) {
                abandon(held, e);
                throw e instanceof SQLException sql ? failed("release " + shard, sql) : (RuntimeException) e;
            }
        }

        private Connection take() {
            if (connection == null) {
                throw new IllegalStateException("The claim of " + shard + " has ended.");
            }
            Connection held = connection;
            connection = null;
            return held;
        }
    }
}
