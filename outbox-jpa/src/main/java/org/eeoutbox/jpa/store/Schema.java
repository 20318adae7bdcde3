package org.eeoutbox.jpa.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxStoreException;

/**
 * The outbox tables of one database: finds its dialect and checks, once, that the tables fit this version of the
 * outbox. Safe for use by several threads.
 */
public final class Schema {

    /** What an event consists of, in each of the tables that it can be in, in the order of the scripts. */
    public static final String EVENT_COLUMNS = "channel, shard, position, id, aggregatetype, aggregateid, type,"
            + " schema_version, sequence, previous_sequence, content_type, headers, payload, occurred_at, format";

    /** The versions, from 1: the tables and indexes to look for that the script of each adds. */
    private static final List<List<String>> VERSIONS = List.of(
            List.of(
                    "outbox_schema",
                    "outbox_event",
                    "outbox_event_claim",
                    "outbox_aggregate",
                    "outbox_channel",
                    "outbox_shard",
                    "outbox_blocked",
                    "outbox_waiting",
                    "outbox_quarantine",
                    "outbox_published",
                    "outbox_audit",
                    "outbox_inbox"),
            List.of("outbox_inbox_sequence"));

    private static final int VERSION = VERSIONS.size();

    private static final String DIVIDE_ANEW = "UPDATE outbox_channel SET shards = ? WHERE channel = ? AND shards <> ?"
            + " AND paused_since IS NOT NULL"
            + " AND NOT EXISTS (SELECT 1 FROM outbox_event e WHERE e.channel = ?)"
            + " AND NOT EXISTS (SELECT 1 FROM outbox_waiting w WHERE w.channel = ?)"
            + " AND NOT EXISTS (SELECT 1 FROM outbox_quarantine q WHERE q.channel = ?)";

    private final DataSource dataSource;
    private final boolean create;
    private final TableNames names;
    private volatile Dialect dialect;

    /**
     * A schema that has not been looked at yet.
     *
     * @param dataSource the database
     * @param create whether to create tables, and their schema, that are missing; for development only
     * @param names what the tables are called
     */
    public Schema(DataSource dataSource, boolean create, TableNames names) {
        this.dataSource = dataSource;
        this.create = create;
        this.names = names;
    }

    /**
     * What the tables are called.
     *
     * @return always the same
     */
    public TableNames names() {
        return names;
    }

    /**
     * A statement as the database understands it, with the names in it.
     *
     * @param sql as it is written for all databases, with the names of the scripts
     * @return the text to prepare
     * @throws OutboxConfigurationException as {@link #dialect}
     */
    public String text(String sql) {
        return dialect().text(names, sql);
    }

    /**
     * The dialect of the database, after the tables have been found fit. Takes a connection at the first call only.
     *
     * @return the dialect
     * @throws OutboxConfigurationException if a table or index is missing, the tables are of an older version, or the
     *     database is not supported
     * @throws OutboxStoreException if the database cannot be reached
     */
    public Dialect dialect() {
        Dialect found = dialect;
        if (found == null) {
            found = check();
            dialect = found;
        }
        return found;
    }

    private synchronized Dialect check() {
        try (Connection connection = dataSource.getConnection()) {
            Dialect candidate = Dialect.of(connection);
            int version = version(connection, candidate);
            if (version < VERSION && create) {
                create(connection, candidate, version + 1);
                version = VERSION;
            }
            if (version > 0) {
                requireRelations(connection, candidate, Math.min(version, VERSION));
            }
            if (version < VERSION) {
                throw new OutboxConfigurationException(tooOld(candidate, version));
            }
            return candidate;
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    /** What the tables say of themselves; 0 if there are none. A later version than ours only has more. */
    private int version(Connection connection, Dialect dialect) throws SQLException {
        List<String> first = VERSIONS.get(0);
        List<String> missing = missing(connection, dialect, first);
        if (missing.size() == first.size()) {
            return 0;
        }
        if (missing.contains("outbox_schema")) {
            throw lacks(dialect, missing, 1);
        }
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery(dialect.text(names, "SELECT MAX(version) FROM outbox_schema"))) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    private void requireRelations(Connection connection, Dialect dialect, int version) throws SQLException {
        for (int each = 1; each <= version; each++) {
            List<String> missing = missing(connection, dialect, VERSIONS.get(each - 1));
            if (!missing.isEmpty()) {
                throw lacks(dialect, missing, each);
            }
        }
    }

    private OutboxConfigurationException lacks(Dialect dialect, List<String> missing, int version) {
        return new OutboxConfigurationException("The database lacks " + names.in(String.join(", ", missing))
                + ". Make them as they stand in " + scripts(dialect, version, version) + ".");
    }

    private String tooOld(Dialect dialect, int version) {
        String found = version == 0
                ? "The database lacks " + names.in(String.join(", ", VERSIONS.get(0)))
                : "The outbox tables have schema version " + version + "; this release needs " + VERSION;
        return found + ". Run " + scripts(dialect, version + 1, VERSION) + " as the owner of the schema"
                + (version == 0
                        ? ", or set outbox.schema=create for development."
                        : "; nodes of older releases go on working with it.");
    }

    private String scripts(Dialect dialect, int first, int last) {
        return IntStream.rangeClosed(first, last)
                        .mapToObj(version -> "META-INF/outbox/ddl/" + dialect.name() + "/v" + version + ".sql")
                        .collect(Collectors.joining(", then "))
                + " from outbox-jpa's jar"
                + (names.areDefault() ? "" : ", with names such as " + names.in("outbox_event") + ",");
    }

    /**
     * Checks that events go into as many parts as the relays look into. The number of a channel that is drained and
     * paused is changed.
     *
     * @param channels the channels that events may go to; those that no relay has served yet may have any number
     * @param shards the number of parts of each
     * @throws OutboxConfigurationException if a channel has another number and events, or is not paused
     * @throws OutboxStoreException if the database cannot be reached
     */
    public void requireShards(Collection<String> channels, int shards) {
        dialect();
        try (Connection connection = dataSource.getConnection()) {
            for (String channel : new TreeSet<>(channels)) {
                requireShards(connection, channel, shards);
            }
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    /**
     * Looks at how the connections of the data source are set up.
     *
     * @return what should be changed, and why; empty if nothing
     * @throws OutboxConfigurationException as {@link #dialect}
     * @throws OutboxStoreException if the database cannot be reached
     */
    public Optional<String> advice() {
        Dialect known = dialect();
        try (Connection connection = dataSource.getConnection()) {
            return known.advice(connection);
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    void requireShards(Connection connection, String channel, int shards) throws SQLException {
        int there = shards(connection, channel, shards);
        if (there != shards && !divideAnew(connection, channel, shards)) {
            throw new OutboxConfigurationException(
                    "The channel '" + channel + "' has " + there
                            + " shards in the database, and outbox.shards is " + shards + ". A change would put events"
                            + " of one aggregate into two shards: set outbox.shards back to " + there
                            + ", or stop all nodes when the channel is drained and paused, and start them with the new number.");
        }
    }

    private int shards(Connection connection, String channel, int unknown) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(text("SELECT shards FROM outbox_channel WHERE channel = ?"))) {
            query.setString(1, channel);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getInt(1) : unknown;
            }
        }
    }

    /**
     * Changes the number of a channel that holds no event and was paused, which nobody does by chance: nodes that go on
     * with the old number could not be seen. Shards that are too many stay, empty. Of several nodes, one does it.
     */
    private boolean divideAnew(Connection connection, String channel, int shards) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(text(DIVIDE_ANEW))) {
            change.setInt(1, shards);
            change.setString(2, channel);
            change.setInt(3, shards);
            for (int i = 4; i <= 6; i++) {
                change.setString(i, channel);
            }
            change.executeUpdate();
        }
        if (shards(connection, channel, shards) != shards) {
            return false;
        }
        // They name the shards as they were. The next event of such an aggregate has the one left out as predecessor.
        try (PreparedStatement forget =
                connection.prepareStatement(text("DELETE FROM outbox_blocked WHERE channel = ? AND held = FALSE"))) {
            forget.setString(1, channel);
            forget.executeUpdate();
        }
        return true;
    }

    private static OutboxStoreException unreachable(SQLException e) {
        return new OutboxStoreException(
                "The outbox could not look at its tables (SQLState " + e.getSQLState() + "): " + e.getMessage(), e);
    }

    private List<String> missing(Connection connection, Dialect dialect, List<String> relations) throws SQLException {
        List<String> missing = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(dialect.findRelation(names))) {
            for (String relation : relations) {
                query.setString(1, names.value(relation));
                try (ResultSet row = query.executeQuery()) {
                    if (!row.next()) {
                        missing.add(relation);
                    }
                }
            }
        }
        return missing;
    }

    /** The statements of one of the dialect's scripts. A statement ends with a semicolon at the end of a line. */
    private static List<String> script(Dialect dialect, int version) {
        String resource = "/META-INF/outbox/ddl/" + dialect.name() + "/v" + version + ".sql";
        try (InputStream in = Schema.class.getResourceAsStream(resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .collect(Collectors.joining("\n"));
            return text.lines().count() == 0 ? List.of() : List.of(text.split(";\\s*(\n|$)"));
        } catch (IOException e) {
            throw new OutboxConfigurationException("The script " + resource + " cannot be read.", e);
        }
    }

    /** Looked up, since PostgreSQL asks for the right to create schemas even where there is nothing to create. */
    private static boolean exists(Connection connection, String schema) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT 1 FROM information_schema.schemata WHERE schema_name = ?")) {
            query.setString(1, schema);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    private void create(Connection connection, Dialect dialect, int first) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (names.schema() != null && !exists(connection, names.schema())) {
                statement.execute(dialect.createSchema(names.schema()));
            }
            for (int version = first; version <= VERSION; version++) {
                for (String sql : script(dialect, version)) {
                    statement.execute(dialect.definition(names, sql));
                }
            }
        }
    }
}
