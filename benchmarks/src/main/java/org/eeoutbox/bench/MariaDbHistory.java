package org.eeoutbox.bench;

import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** History in one table, which is deleted from in batches. */
final class MariaDbHistory extends HistoryDatabase {

    private static final int CHUNK = 500_000;

    MariaDbHistory(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    void layEvents(int events, int aggregates) throws SQLException {
        for (String table : new String[] {"outbox_event", "outbox_waiting", "outbox_blocked", "outbox_quarantine"}) {
            execute("TRUNCATE " + table);
        }
        execute("INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type, schema_version,"
                + " sequence, content_type, payload, occurred_at) SELECT 'orders', (seq % " + aggregates + ") % "
                + Drain.SHARDS + ", UUID(), 'order', CONCAT('a-', seq % " + aggregates
                + "), 'order.placed', 1, seq DIV "
                + aggregates + " + 1, 'application/json', REPEAT('x', 1000), UTC_TIMESTAMP(6) FROM seq_0_to_"
                + (events - 1));
        execute("ANALYZE TABLE outbox_event");
    }

    @Override
    void layHistory(int rows) throws SQLException {
        execute("TRUNCATE outbox_published");
        for (int first = 1; first < rows; first += CHUNK) {
            execute("INSERT INTO outbox_published (channel, shard, position, id, aggregatetype, aggregateid, type,"
                    + " schema_version, sequence, content_type, payload, occurred_at, published_at) SELECT 'orders',"
                    + " seq % 8, seq, UUID(), 'order', 'a', 'order.placed', 1, seq, 'application/json', REPEAT('x',"
                    + " 100), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) - INTERVAL 9 HOUR + INTERVAL seq * 1000 MICROSECOND"
                    + " FROM seq_" + first + "_to_" + (first + CHUNK - 1));
        }
        execute("ANALYZE TABLE outbox_published");
    }

    @Override
    long expired() throws SQLException {
        return (long) number("SELECT COUNT(*) FROM (SELECT 1 FROM outbox_published WHERE published_at <"
                + " UTC_TIMESTAMP(6) - INTERVAL 1 HOUR LIMIT 1) t");
    }

    @Override
    long deadlocks() throws SQLException {
        return Long.parseLong(text("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'", 2));
    }

    /** Of any session: the relay's and retention's included. */
    @Override
    double longestWaitMillis() throws SQLException {
        return Double.parseDouble(text("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_time_max'", 2));
    }

    @Override
    void mark(Statement application, boolean on) {}

    @Override
    String oneEvent() {
        return "INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type, schema_version,"
                + " content_type, occurred_at) VALUES ('other', 1, UUID(), 'order', 'z', 't', 1, 'text/plain',"
                + " UTC_TIMESTAMP(6))";
    }
}
