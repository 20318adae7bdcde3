package org.eeoutbox.jpa.store;

import java.time.Duration;
import java.util.List;

/** PostgreSQL 15 and later. */
final class PostgreSqlDialect extends Dialect {

    private static final String TODAY = "CAST(statement_timestamp() AT TIME ZONE 'UTC' AS date)";

    PostgreSqlDialect() {
        super("postgresql");
    }

    @Override
    public String advanceCounters(int aggregates) {
        return "INSERT INTO outbox_aggregate AS a (channel, aggregatetype, aggregateid, last_sequence) VALUES "
                + repeat("(?,?,?,?)", aggregates)
                + " ON CONFLICT (channel, aggregatetype, aggregateid)"
                + " DO UPDATE SET last_sequence = a.last_sequence + EXCLUDED.last_sequence"
                + " RETURNING channel, aggregatetype, aggregateid, last_sequence";
    }

    /** The position is drawn when the counter's row has come, hence under its lock. */
    @Override
    public boolean insertsFromCounters() {
        return true;
    }

    /** Names no column to conflict with and none to return, so the right to INSERT is enough. */
    @Override
    public String receive() {
        return "INSERT INTO outbox_inbox (consumer, event_id) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1";
    }

    @Override
    public String advance() {
        return advance("VALUES (?, ?, ?, ?, ?, " + TODAY + ")");
    }

    @Override
    public boolean receivesInOneStatement() {
        return true;
    }

    @Override
    public String receiveAndAdvance() {
        return "WITH fresh AS (" + receive() + ") "
                + advance("SELECT CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar), CAST(? AS varchar),"
                        + " CAST(? AS bigint), " + TODAY + " FROM fresh");
    }

    private static String advance(String rows) {
        return "INSERT INTO outbox_inbox_sequence AS s"
                + " (consumer, source, aggregatetype, aggregateid, last_sequence, seen_on) " + rows
                + " ON CONFLICT (consumer, source, aggregatetype, aggregateid) DO UPDATE"
                + " SET sequence_before = s.last_sequence,"
                + " last_sequence = GREATEST(s.last_sequence, EXCLUDED.last_sequence), seen_on = EXCLUDED.seen_on"
                + " RETURNING sequence_before";
    }

    /** A row that is in use is not old any more. */
    @Override
    public String forgetSequences(int most) {
        return "DELETE FROM outbox_inbox_sequence WHERE ctid = ANY(ARRAY(SELECT ctid FROM outbox_inbox_sequence"
                + " WHERE seen_on < " + TODAY + " - CAST(? AS integer) LIMIT " + most + " FOR UPDATE SKIP LOCKED))";
    }

    /**
     * The settings are part of the select list, so they cost no round trip; they end with the transaction. The claim's
     * commit need not reach the disk before the next claim: if the database server crashes, the events that it settled
     * last are pending again and leave a second time, with the same ids.
     */
    @Override
    String lockShard(Duration maxHold) {
        return shard("set_config('idle_in_transaction_session_timeout', '" + maxHold.toMillis() + "', true),"
                        + " set_config('synchronous_commit', 'off', true), ")
                + " FOR UPDATE OF s SKIP LOCKED";
    }

    @Override
    public String awaitShard() {
        return "SELECT shard, set_config('idle_in_transaction_session_timeout', '5000', true) FROM outbox_shard"
                + " WHERE channel = ? AND shard = ? FOR UPDATE";
    }

    /** Not that of the transaction, which is the claim's begin, and not clock_timestamp, which no index can serve. */
    @Override
    public String now() {
        return "statement_timestamp()";
    }

    @Override
    public String later() {
        return "statement_timestamp() + ? * interval '1 millisecond'";
    }

    @Override
    public boolean hasPartitions() {
        return true;
    }

    @Override
    List<String> moveToHistory(String table, String where) {
        return List.of("WITH moved AS (DELETE FROM " + table + where + " RETURNING " + EventTable.COLUMNS + ")"
                + " INSERT INTO outbox_published (" + EventTable.COLUMNS + ", published_at)"
                + " SELECT " + EventTable.COLUMNS + ", statement_timestamp() FROM moved");
    }

    @Override
    String registerChannel() {
        return "INSERT INTO outbox_channel (channel, shards) VALUES (?, ?) ON CONFLICT DO NOTHING";
    }

    @Override
    String registerShards() {
        return "INSERT INTO outbox_shard (channel, shard) SELECT ?, generate_series(0, ? - 1) ON CONFLICT DO NOTHING";
    }

    @Override
    String findRelation(TableNames names) {
        String schema = names.schema() == null ? "" : "'\"" + names.schema() + "\".' || ";
        return "SELECT 1 WHERE to_regclass(" + schema + "quote_ident(?)) IS NOT NULL";
    }

    /** Constraints and indexes are in the schema of their table, and PostgreSQL does not want to be told so. */
    @Override
    String definition(TableNames names, String sql) {
        return names.inDefinition(sql, '"');
    }
}
