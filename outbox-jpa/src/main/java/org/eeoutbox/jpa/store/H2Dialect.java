package org.eeoutbox.jpa.store;

import java.time.Duration;
import java.util.List;

/** H2 2.2 and later, for development: an embedded database ends with its server, so nothing enforces a hold. */
final class H2Dialect extends Dialect {

    H2Dialect() {
        super("h2");
    }

    @Override
    public String advanceCounters(int aggregates) {
        String row = "(CAST(? AS varchar(100)), CAST(? AS varchar(100)), CAST(? AS varchar(255)), CAST(? AS bigint))";
        return "SELECT channel, aggregatetype, aggregateid, last_sequence FROM FINAL TABLE ("
                + "MERGE INTO outbox_aggregate a USING (VALUES " + repeat(row, aggregates) + ") v (c, t, i, n)"
                + " ON a.channel = v.c AND a.aggregatetype = v.t AND a.aggregateid = v.i"
                + " WHEN MATCHED THEN UPDATE SET last_sequence = a.last_sequence + v.n"
                + " WHEN NOT MATCHED THEN INSERT (channel, aggregatetype, aggregateid, last_sequence)"
                + " VALUES (v.c, v.t, v.i, v.n))";
    }

    /** MERGE fails when two sessions create one row, so the writers of a channel take turns. */
    @Override
    public String guardCounters() {
        return "SELECT channel FROM outbox_channel WHERE channel = ? FOR UPDATE";
    }

    /** This MERGE, unlike the one with USING, waits for a session that is making the same row. */
    @Override
    public String receive() {
        return "SELECT COUNT(*) FROM OLD TABLE (MERGE INTO outbox_inbox (consumer, event_id, processed_at)"
                + " KEY (consumer, event_id) VALUES (?, ?, CURRENT_TIMESTAMP)) HAVING COUNT(*) = 0";
    }

    @Override
    public String prepareAdvance() {
        return "MERGE INTO outbox_inbox_sequence (consumer, source, aggregatetype, aggregateid, seen_on)"
                + " KEY (consumer, source, aggregatetype, aggregateid) VALUES (?, ?, ?, ?, CURRENT_DATE)";
    }

    @Override
    public String advance() {
        return "SELECT sequence_before FROM FINAL TABLE (MERGE INTO outbox_inbox_sequence s USING (VALUES"
                + " (CAST(? AS varchar(100)), CAST(? AS varchar(255)), CAST(? AS varchar(100)),"
                + " CAST(? AS varchar(255)), CAST(? AS bigint))) v (c, o, t, i, n)"
                + " ON s.consumer = v.c AND s.source = v.o AND s.aggregatetype = v.t AND s.aggregateid = v.i"
                + " WHEN MATCHED THEN UPDATE SET sequence_before = NULLIF(s.last_sequence, 0),"
                + " last_sequence = GREATEST(s.last_sequence, v.n))";
    }

    @Override
    public String forgetSequences(int most) {
        return "DELETE FROM outbox_inbox_sequence WHERE seen_on < DATEADD(DAY, -CAST(? AS integer), CURRENT_DATE)"
                + " LIMIT " + most;
    }

    @Override
    String lockShard(Duration maxHold) {
        return shard("") + " FOR UPDATE SKIP LOCKED";
    }

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP";
    }

    @Override
    public String later() {
        return "DATEADD(MILLISECOND, CAST(? AS bigint), CURRENT_TIMESTAMP)";
    }

    @Override
    List<String> moveToHistory(String table, String where) {
        return List.of("INSERT INTO outbox_published (" + EventTable.COLUMNS + ", published_at) SELECT "
                + EventTable.COLUMNS + ", CURRENT_TIMESTAMP FROM OLD TABLE (DELETE FROM " + table + where + ")");
    }

    @Override
    String registerChannel() {
        return "INSERT INTO outbox_channel (channel, shards) SELECT n.c, n.s FROM"
                + " (VALUES (CAST(? AS varchar(100)), CAST(? AS integer))) n (c, s)"
                + " WHERE n.c NOT IN (SELECT channel FROM outbox_channel)";
    }

    @Override
    String registerShards() {
        return "INSERT INTO outbox_shard (channel, shard) SELECT n.c, r.x FROM"
                + " (VALUES (CAST(? AS varchar(100)))) n (c), SYSTEM_RANGE(0, ? - 1) r"
                + " WHERE (n.c, r.x) NOT IN (SELECT channel, shard FROM outbox_shard)";
    }

    @Override
    String findRelation(TableNames names) {
        String schema = names.schema() == null ? "SCHEMA()" : "'" + names.schema() + "'";
        return "SELECT 1 FROM (SELECT table_name AS n FROM information_schema.tables WHERE table_schema = " + schema
                + " UNION ALL SELECT index_name FROM information_schema.indexes WHERE table_schema = " + schema
                + ") r WHERE " + (names.areQuoted() ? "n" : "LOWER(n)") + " = ?";
    }
}
