package org.eeoutbox.jpa.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxException;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.jpa.store.BlockedAggregates.Block;
import org.eeoutbox.jpa.store.BlockedAggregates.Key;
import org.eeoutbox.spi.OutboxStore.Claimed;
import org.eeoutbox.spi.OutboxStore.RowFault;
import org.eeoutbox.spi.ShardId;

/** The rows of the event tables, which all have the same columns in common: how they are read. */
final class EventTable {

    static final String COLUMNS = Schema.EVENT_COLUMNS;

    /** The newest format of rows that this release understands. */
    static final int FORMAT = 1;

    /**
     * The first rows of a shard, up to a number and, after the first row, up to a sum of payload bytes; parameters:
     * channel, shard, rows, bytes. The length of a payload is known without reading it.
     */
    static final String READ = "SELECT " + COLUMNS + ", 0 AS attempts, NULL AS reason FROM (SELECT " + COLUMNS
            + ", SUM(COALESCE(OCTET_LENGTH(payload), 0)) OVER (ORDER BY position"
            + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before"
            + " FROM (SELECT * FROM outbox_event WHERE channel = ? AND shard = ? ORDER BY position LIMIT ?) e) b"
            + " WHERE bytes_before IS NULL OR bytes_before < ? ORDER BY position";

    /** Waiting events whose time has come; parameters: channel, shard, rows. */
    static final String READ_DUE = "SELECT " + COLUMNS + ", attempts, reason FROM outbox_waiting WHERE channel = ?"
            + " AND shard = ? AND available_at <= CURRENT_TIMESTAMP ORDER BY available_at, position LIMIT ?";

    /** Parameters: any of some channels. */
    static final String PENDING = "SELECT s.channel, s.shard FROM outbox_shard s"
            + " JOIN outbox_channel c ON c.channel = s.channel WHERE s.channel = ANY(?) AND c.paused_since IS NULL"
            + " AND (EXISTS (SELECT 1 FROM outbox_event e WHERE e.channel = s.channel AND e.shard = s.shard)"
            + " OR EXISTS (SELECT 1 FROM outbox_waiting w WHERE w.channel = s.channel AND w.shard = s.shard"
            + " AND w.available_at <= CURRENT_TIMESTAMP))";

    /**
     * A row as it was read.
     *
     * @param aggregate as the columns name it
     * @param reason why it waits; {@code null} if it is in outbox_event
     * @param block what stands before it in its aggregate; {@code null} if nothing does
     */
    record Row(OutboxEvent event, Key aggregate, int attempts, Optional<RowFault> fault, String reason, Block block)
            implements Claimed {

        /** It has to wait for another event of its aggregate. */
        boolean isHeld() {
            return block != null && block.held();
        }

        /** The event before it was left out, so that outbox_blocked names its predecessor. */
        boolean afterLeftOut() {
            return block != null && block.isLeftOutBefore(event.sequence());
        }

        boolean isWaiting() {
            return reason != null;
        }

        @Override
        public boolean isReplay() {
            return Waiting.REPLAY.equals(reason);
        }

        /** A copy that is sent once more stands in nobody's way. */
        boolean isOrdered() {
            return event.sequence().isPresent() && !isReplay();
        }

        long bytes() {
            return event.message().payloadSize();
        }
    }

    private EventTable() {}

    static Row read(Dialect dialect, ResultSet row, ShardId shard, BlockedAggregates blocked) throws SQLException {
        OptionalLong sequence = optionalLong(row, "sequence");
        Key aggregate = Key.of(row);
        Block block = sequence.isEmpty() ? null : blocked.of(aggregate);
        OptionalLong previous = block != null && block.isLeftOutBefore(sequence)
                ? OptionalLong.of(block.previousSequence())
                : optionalLong(row, "previous_sequence");
        if (previous.isEmpty() && sequence.isPresent()) {
            previous = OptionalLong.of(sequence.getAsLong() - 1);
        }
        Optional<RowFault> fault = Optional.empty();
        OutboxMessage message;
        int format = row.getInt("format");
        if (format > FORMAT) {
            message = placeholder(row, shard.channel(), sequence.isPresent());
            fault = Optional.of(new RowFault(true, "The row has format " + format + "; this release knows " + FORMAT));
        } else {
            try {
                message = message(row, shard.channel(), sequence.isPresent());
            } catch (OutboxException | IllegalArgumentException e) {
                message = placeholder(row, shard.channel(), sequence.isPresent());
                fault = Optional.of(new RowFault(false, e.getMessage()));
            }
        }
        Instant occurredAt = dialect.instant(row, row.findColumn("occurred_at"));
        OutboxEvent event = new OutboxEvent(
                row.getObject("id", UUID.class),
                message,
                sequence,
                previous,
                occurredAt,
                shard.shard(),
                row.getLong("position"));
        return new Row(event, aggregate, row.getInt("attempts"), fault, row.getString("reason"), block);
    }

    private static OutboxMessage message(ResultSet row, String channel, boolean ordered) throws SQLException {
        OutboxMessage.Builder message = OutboxMessage.about(
                        row.getString("aggregatetype"), row.getString("aggregateid"))
                .type(row.getString("type"))
                .version(row.getInt("schema_version"))
                .contentType(row.getString("content_type"))
                .channel(channel);
        if (!ordered) {
            message.unordered();
        }
        for (Map.Entry<String, String> header :
                Headers.fromColumn(row.getString("headers")).entrySet()) {
            message.header(header.getKey(), header.getValue());
        }
        byte[] payload = row.getBytes("payload");
        if (payload != null) {
            message.payload(payload);
        }
        return message.build();
    }

    /** Stands for an unreadable row until it is settled. */
    private static OutboxMessage placeholder(ResultSet row, String channel, boolean ordered) throws SQLException {
        OutboxMessage.Builder message = OutboxMessage.about(
                        orUnreadable(row.getString("aggregatetype")), orUnreadable(row.getString("aggregateid")))
                .type("unreadable")
                .channel(channel);
        return (ordered ? message : message.unordered()).build();
    }

    private static String orUnreadable(String text) {
        return text.isBlank() ? "unreadable" : text;
    }

    private static OptionalLong optionalLong(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
