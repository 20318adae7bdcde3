package org.eeoutbox.bench;

import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** History in partitions of an hour, which are dropped. */
final class PostgreSqlHistory extends HistoryDatabase {

    private static final int HOURS = 5;

    PostgreSqlHistory(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    void layEvents(int events, int aggregates) throws SQLException {
        execute("TRUNCATE outbox_event, outbox_waiting, outbox_blocked, outbox_quarantine");
        execute("INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type, schema_version,"
                + " sequence, content_type, payload, occurred_at) SELECT 'orders', (i % " + aggregates + ") % "
                + Drain.SHARDS + ", gen_random_uuid(), 'order', 'a-' || i % " + aggregates + ", 'order.placed', 1, i / "
                + aggregates + " + 1, 'application/json', convert_to(repeat('x', 1000), 'UTF8'), now()"
                + " FROM generate_series(0, " + (events - 1) + ") i");
        execute("VACUUM ANALYZE outbox_event");
        execute("CHECKPOINT");
    }

    @Override
    void layHistory(int rows) throws SQLException {
        for (int hour = HOURS + 1; hour > 1; hour--) {
            String name = text(
                    "SELECT 'outbox_published_p' || to_char(date_trunc('hour', now() AT TIME ZONE 'UTC')"
                            + " - interval '" + hour + " hours', 'YYYYMMDDHH24')",
                    1);
            execute("DROP TABLE IF EXISTS " + name);
            execute("DO $$ BEGIN EXECUTE format('CREATE TABLE " + name
                    + " PARTITION OF outbox_published FOR VALUES FROM"
                    + " (%L) TO (%L)', date_trunc('hour', now()) - interval '" + hour
                    + " hours', date_trunc('hour', now()) - interval '" + (hour - 1) + " hours'); END $$");
            execute("INSERT INTO " + name + " (channel, shard, position, id, aggregatetype, aggregateid, type,"
                    + " schema_version, sequence, content_type, payload, occurred_at, published_at) SELECT 'orders', i %"
                    + " 8, i, gen_random_uuid(), 'order', 'a', 'order.placed', 1, i, 'application/json',"
                    + " convert_to(repeat('x', 100), 'UTF8'), now(), date_trunc('hour', now()) - interval '" + hour
                    + " hours' + i * interval '1 ms' FROM generate_series(1, " + rows / HOURS + ") i");
        }
        execute("VACUUM ANALYZE outbox_published");
    }

    @Override
    long expired() throws SQLException {
        return (long) number("SELECT COUNT(*) FROM outbox_published WHERE published_at < now() - interval '1 hour'");
    }

    @Override
    long deadlocks() throws SQLException {
        return (long) number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    }

    @Override
    double longestWaitMillis() throws SQLException {
        return number("SELECT COALESCE(MAX(EXTRACT(EPOCH FROM clock_timestamp() - l.waitstart)), 0) * 1000"
                + " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
                + " WHERE NOT l.granted AND a.application_name = 'application'");
    }

    @Override
    void mark(Statement application, boolean on) throws SQLException {
        application.execute("SET application_name = '" + (on ? "application" : "") + "'");
    }

    @Override
    String oneEvent() {
        return "INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type, schema_version,"
                + " content_type, occurred_at) VALUES ('other', 1, gen_random_uuid(), 'order', 'z', 't', 1,"
                + " 'text/plain', now())";
    }
}
