package org.eeoutbox.jpa.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.ShardId;

/** The relay's view of the tables, by plain JDBC in local transactions at READ COMMITTED. */
public final class JdbcOutboxStore implements OutboxStore {

    private final DataSource dataSource;
    private final Schema schema;
    private final int shards;

    /**
     * A store that has not touched the database yet.
     *
     * @param dataSource where the tables are; its connections must allow local transactions
     * @param schema the check that they are there
     * @param shards into how many parts each channel is divided
     */
    public JdbcOutboxStore(DataSource dataSource, Schema schema, int shards) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.shards = shards;
    }

    @Override
    public void open(Set<String> channels) {
        Dialect dialect = schema.dialect();
        transaction("register the channels " + channels, connection -> {
            for (String channel : new TreeSet<>(channels)) {
                register(connection, dialect, channel);
            }
            return null;
        });
    }

    private void register(Connection connection, Dialect dialect, String channel) throws SQLException {
        update(connection, dialect.registerChannel(), channel, shards);
        Schema.requireShards(connection, channel, shards);
        update(connection, dialect.registerShards(), channel, shards);
    }

    private static void update(Connection connection, String sql, String channel, int shards) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, channel);
            statement.setInt(2, shards);
            statement.executeUpdate();
        }
    }

    @Override
    public Set<ShardId> pending(Set<String> channels) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(EventTable.PENDING)) {
            query.setArray(1, connection.createArrayOf("varchar", channels.toArray()));
            Set<ShardId> pending = new java.util.LinkedHashSet<>();
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
            connection = begin();
            if (!lock(connection, shard, limits)) {
                end(connection, false);
                return Optional.empty();
            }
            return Optional.of(read(connection, shard, limits));
        } catch (SQLException | RuntimeException e) {
            abandon(connection, e);
            throw e instanceof SQLException sql ? failed("claim " + shard, sql) : (RuntimeException) e;
        }
    }

    private boolean lock(Connection connection, ShardId shard, Limits limits) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(schema.dialect().lockShard(limits.maxHold()))) {
            query.setString(1, shard.channel());
            query.setInt(2, shard.shard());
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    /** A statement of its own, after the lock: its snapshot must see what the shard's last holder has removed. */
    private Claim read(Connection connection, ShardId shard, Limits limits) throws SQLException {
        List<OutboxEvent> events = new ArrayList<>();
        long bytes = 0;
        try (PreparedStatement query = connection.prepareStatement(EventTable.READ)) {
            query.setString(1, shard.channel());
            query.setInt(2, shard.shard());
            query.setInt(3, limits.rows());
            query.setLong(4, limits.bytes());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    OutboxEvent event = EventTable.read(row, shard.channel(), shard.shard());
                    events.add(event);
                    bytes += event.message().payloadSize();
                }
            }
        }
        boolean more = events.size() == limits.rows() || bytes >= limits.bytes();
        return new JdbcClaim(connection, shard, List.copyOf(events), more);
    }

    @Override
    public int settle(ShardId shard, Collection<OutboxEvent> published) {
        return transaction("settle events of " + shard, connection -> remove(connection, shard, published));
    }

    private static int remove(Connection connection, ShardId shard, Collection<OutboxEvent> published)
            throws SQLException {
        if (published.isEmpty()) {
            return 0;
        }
        try (PreparedStatement delete = connection.prepareStatement(EventTable.REMOVE)) {
            delete.setString(1, shard.channel());
            delete.setInt(2, shard.shard());
            delete.setArray(
                    3,
                    connection.createArrayOf(
                            "bigint",
                            published.stream().map(OutboxEvent::position).toArray()));
            return delete.executeUpdate();
        }
    }

    private <T> T transaction(String what, Work<T> work) {
        Connection connection = null;
        try {
            connection = begin();
            T result = work.in(connection);
            end(connection, true);
            return result;
        } catch (SQLException | RuntimeException e) {
            abandon(connection, e);
            throw e instanceof SQLException sql ? failed(what, sql) : (RuntimeException) e;
        }
    }

    private Connection begin() throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException | RuntimeException e) {
            close(connection, e);
            throw e;
        }
    }

    private static void end(Connection connection, boolean commit) throws SQLException {
        if (commit) {
            connection.commit();
        } else {
            connection.rollback();
        }
        connection.setAutoCommit(true);
        connection.close();
    }

    /**
     * Gives the connection back whatever happens, or the pool runs dry. Pools may wrap what a broken connection throws
     * into exceptions that are unchecked.
     */
    private static void abandon(Connection connection, Exception reason) {
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

    private static final class JdbcClaim implements Claim {

        private final ShardId shard;
        private final List<OutboxEvent> events;
        private final boolean more;
        private Connection connection;

        JdbcClaim(Connection connection, ShardId shard, List<OutboxEvent> events, boolean more) {
            this.connection = connection;
            this.shard = shard;
            this.events = events;
            this.more = more;
        }

        @Override
        public List<OutboxEvent> events() {
            return events;
        }

        @Override
        public boolean more() {
            return more;
        }

        @Override
        public int settle(Collection<OutboxEvent> published) {
            Connection held = take();
            try {
                int settled = remove(held, shard, published);
                end(held, true);
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
