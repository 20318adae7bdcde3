package org.eeoutbox.jpa.operations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.jpa.store.Schema;

/** The statements of one transaction. */
final class Sql {

    /**
     * The time of the statement by the database's clock; the dialect's words take its place. That of the transaction
     * would be from before it waited for the shard's lock.
     */
    static final String NOW = "CURRENT_TIMESTAMP";

    /** Longer than a relay holds a shard; whoever holds it longer is cut off by the database. */
    private static final int PATIENCE_SECONDS = 30;

    private final Connection connection;
    private final Schema schema;

    Sql(Connection connection, Schema schema) {
        this.connection = connection;
        this.schema = schema;
    }

    int update(String text, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(text, parameters)) {
            return statement.executeUpdate();
        }
    }

    <T> List<T> list(Mapper<T> mapper, String text, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(text, parameters);
                ResultSet row = statement.executeQuery()) {
            List<T> results = new ArrayList<>();
            while (row.next()) {
                results.add(mapper.map(row));
            }
            return results;
        }
    }

    <T> Optional<T> first(Mapper<T> mapper, String text, Object... parameters) throws SQLException {
        return list(mapper, text, parameters).stream().findFirst();
    }

    Instant now() throws SQLException {
        return first(row -> instant(row, 1), "SELECT " + NOW).orElseThrow();
    }

    /** Waits until no relay and no other operator works on a shard, and keeps them out until the transaction ends. */
    void lock(String channel, int shard) throws SQLException {
        try (PreparedStatement statement = prepare(schema.dialect().awaitShard(), channel, shard)) {
            statement.setQueryTimeout(PATIENCE_SECONDS);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new OutboxStoreException("The channel '" + channel + "' has no shard " + shard
                            + " in outbox_shard, so no relay has ever served it. Start one with this channel.");
                }
            }
        }
    }

    /** A time in a result; {@code null} if there is none. */
    Instant instant(ResultSet row, int column) throws SQLException {
        return schema.dialect().instant(row, column);
    }

    private PreparedStatement prepare(String text, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(
                schema.text(text.replace(NOW, schema.dialect().now())));
        try {
            for (int i = 0; i < parameters.length; i++) {
                Object value = parameters[i];
                statement.setObject(
                        i + 1, value instanceof Instant time ? schema.dialect().parameter(time) : value);
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    /** Reads the row that a result stands at. */
    interface Mapper<T> {
        T map(ResultSet row) throws SQLException;
    }
}
