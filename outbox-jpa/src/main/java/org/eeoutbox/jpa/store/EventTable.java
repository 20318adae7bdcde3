package org.eeoutbox.jpa.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;

/** The table of unpublished events: how rows are read and removed. */
final class EventTable {

    private static final String COLUMNS = "position, id, aggregatetype, aggregateid, type, schema_version, sequence,"
            + " previous_sequence, content_type, headers, payload, occurred_at";

    /**
     * The first rows of a shard, up to a number and, after the first row, up to a sum of payload bytes; parameters:
     * channel, shard, rows, bytes. The length of a payload is known without reading it.
     */
    static final String READ = "SELECT " + COLUMNS + " FROM (SELECT " + COLUMNS
            + ", SUM(COALESCE(OCTET_LENGTH(payload), 0)) OVER (ORDER BY position"
            + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before"
            + " FROM (SELECT * FROM outbox_event WHERE channel = ? AND shard = ? ORDER BY position LIMIT ?) e) b"
            + " WHERE bytes_before IS NULL OR bytes_before < ? ORDER BY position";

    /** Parameters: channel, shard, an array of positions. */
    static final String REMOVE = "DELETE FROM outbox_event WHERE channel = ? AND shard = ? AND position = ANY(?)";

    /** One parameter: the channels, an array. */
    static final String PENDING = "SELECT s.channel, s.shard FROM outbox_shard s WHERE s.channel = ANY(?) AND EXISTS"
            + " (SELECT 1 FROM outbox_event e WHERE e.channel = s.channel AND e.shard = s.shard)";

    private EventTable() {}

    static OutboxEvent read(ResultSet row, String channel, int shard) throws SQLException {
        OptionalLong sequence = optionalLong(row, 7);
        OptionalLong previous = optionalLong(row, 8);
        if (previous.isEmpty() && sequence.isPresent()) {
            previous = OptionalLong.of(sequence.getAsLong() - 1);
        }
        OutboxMessage.Builder message = OutboxMessage.about(row.getString(3), row.getString(4))
                .type(row.getString(5))
                .version(row.getInt(6))
                .contentType(row.getString(9))
                .channel(channel);
        if (sequence.isEmpty()) {
            message.unordered();
        }
        for (Map.Entry<String, String> header :
                Headers.fromColumn(row.getString(10)).entrySet()) {
            message.header(header.getKey(), header.getValue());
        }
        byte[] payload = row.getBytes(11);
        if (payload != null) {
            message.payload(payload);
        }
        return new OutboxEvent(
                row.getObject(2, UUID.class),
                message.build(),
                sequence,
                previous,
                row.getObject(12, OffsetDateTime.class).toInstant(),
                shard,
                row.getLong(1));
    }

    private static OptionalLong optionalLong(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
