package org.eeoutbox.jpa.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The SQL texts of one dialect that the relay's store runs again and again, made once. */
final class Statements {

    private final Dialect dialect;
    private final Schema schema;
    private final List<String> settleEvents;
    private final List<String> settleWaiting;

    /** With a history, what is settled goes there; without one it is deleted. */
    Statements(Schema schema, boolean history) {
        this.dialect = schema.dialect();
        this.schema = schema;
        this.settleEvents = settle("outbox_event", dialect.someEvents(), history);
        this.settleWaiting = settle("outbox_waiting", " WHERE id = ANY(?)", history);
    }

    private List<String> settle(String table, String where, boolean history) {
        return history ? dialect.moveToHistory(table, where) : List.of(dialect.delete(table, where));
    }

    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(schema.text(sql));
    }

    /** Of a text whose one condition {@code = ANY(?)} comes last, before the parameters are set. */
    PreparedStatement prepareAny(Connection connection, String sql, int values) throws SQLException {
        return prepare(connection, dialect.any(sql, values));
    }

    Dialect dialect() {
        return dialect;
    }

    /** Whether published events are settled in several statements, between which no one else may settle them. */
    boolean settlesInSteps() {
        return settleEvents.size() > 1;
    }

    /** To be run one after the other; {@link Dialect#setEvents} sets the parameters of each. */
    List<String> settleEvents() {
        return settleEvents;
    }

    /** To be run one after the other; parameters of each: any of some ids. */
    List<String> settleWaiting() {
        return settleWaiting;
    }

    /** The database's time, now. */
    String now() {
        return dialect.now();
    }

    /** The database's time in so many milliseconds, a parameter. */
    String later() {
        return dialect.later();
    }
}
