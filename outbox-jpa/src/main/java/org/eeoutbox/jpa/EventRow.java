package org.eeoutbox.jpa;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.eeoutbox.OutboxMessage;

/**
 * A row of {@code outbox_event} as a JPA entity, mapped by {@code META-INF/outbox-orm.xml}. It marks the persistence unit
 * that the outbox is a part of; the outbox itself writes by statements, and applications fire events.
 */
public class EventRow {

    private UUID id;
    private String channel;
    private int shard;
    private String aggregateType;
    private String aggregateId;
    private String type;
    private int schemaVersion;
    private Long sequence;
    private String contentType;
    private String headers;
    private byte[] payload;
    private OffsetDateTime occurredAt;

    /** For the persistence provider. */
    protected EventRow() {}

    /**
     * A row to persist.
     *
     * @param id the event's id
     * @param message what to publish, with its channel
     * @param headers the message's headers as they are stored; may be {@code null}
     * @param shard the aggregate's shard
     * @param sequence the event's place in its aggregate; {@code null} if it is unordered
     * @param occurredAt when it was fired
     */
    public EventRow(UUID id, OutboxMessage message, String headers, int shard, Long sequence, Instant occurredAt) {
        this.id = id;
        this.channel = message.channel().orElseThrow();
        this.shard = shard;
        this.aggregateType = message.aggregateType();
        this.aggregateId = message.aggregateId();
        this.type = message.type();
        this.schemaVersion = message.version();
        this.sequence = sequence;
        this.contentType = message.contentType();
        this.headers = headers;
        this.payload = message.payload().orElse(null);
        this.occurredAt = occurredAt.atOffset(ZoneOffset.UTC);
    }
}
