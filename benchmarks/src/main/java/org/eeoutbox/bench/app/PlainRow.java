package org.eeoutbox.bench.app;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.OffsetDateTime;
import java.util.UUID;

/** An outbox table as it is written by hand: the columns, the key and the index of {@code outbox_event}. */
@Entity
@Table(name = "plain_event")
public class PlainRow {

    @Id
    private UUID id;

    private String channel;

    private int shard;

    @Column(name = "aggregatetype")
    private String aggregateType;

    @Column(name = "aggregateid")
    private String aggregateId;

    private String type;

    @Column(name = "schema_version")
    private int schemaVersion;

    private Long sequence;

    @Column(name = "content_type")
    private String contentType;

    private String headers;

    private byte[] payload;

    @Column(name = "occurred_at")
    private OffsetDateTime occurredAt;

    /** For the provider. */
    protected PlainRow() {}

    PlainRow(UUID id, int shard, String aggregateId, byte[] payload, OffsetDateTime occurredAt) {
        this.id = id;
        this.channel = "outbox";
        this.shard = shard;
        this.aggregateType = "order";
        this.aggregateId = aggregateId;
        this.type = "order.viewed";
        this.schemaVersion = 1;
        this.contentType = "application/json";
        this.payload = payload;
        this.occurredAt = occurredAt;
    }
}
