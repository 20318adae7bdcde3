package org.eeoutbox.relay.channel;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.eeoutbox.jpa.store.JdbcOutboxStore;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.spi.OutboxStore;
import org.h2.jdbcx.JdbcConnectionPool;

/** The outbox tables in an H2 database of their own. */
final class Tables {

    private static final int SHARDS = 2;

    private final JdbcConnectionPool pool =
            JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

    void create() throws SQLException {
        new Schema(pool, true, TableNames.DEFAULT).dialect();
    }

    void drop() throws SQLException {
        execute("SHUTDOWN");
    }

    OutboxStore store() {
        return new JdbcOutboxStore(pool, new Schema(pool, false, TableNames.DEFAULT), SHARDS, true);
    }

    UUID append(String channel, String aggregate, long sequence, byte[] payload, String headers) throws SQLException {
        UUID id = UUID.randomUUID();
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO outbox_event (channel, shard, id,"
                        + " aggregatetype, aggregateid, type, schema_version, sequence, content_type, payload, headers,"
                        + " occurred_at) VALUES (?, ?, ?, 'thing', ?, 'thing.changed', 1, ?, 'application/json', ?, ?,"
                        + " CURRENT_TIMESTAMP)")) {
            insert.setString(1, channel);
            insert.setInt(2, Math.floorMod(aggregate.hashCode(), SHARDS));
            insert.setObject(3, id);
            insert.setString(4, aggregate);
            insert.setLong(5, sequence);
            insert.setBytes(6, payload);
            insert.setString(7, headers);
            insert.executeUpdate();
        }
        return id;
    }

    long unpublished() throws SQLException {
        return count("outbox_event") + count("outbox_waiting");
    }

    long count(String table) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            row.next();
            return row.getLong(1);
        }
    }

    Set<String> quarantined() throws SQLException {
        return texts("SELECT id FROM outbox_quarantine");
    }

    Set<String> reasons() throws SQLException {
        return texts("SELECT error FROM outbox_quarantine");
    }

    private Set<String> texts(String sql) throws SQLException {
        Set<String> texts = new HashSet<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
