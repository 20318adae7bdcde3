package org.eeoutbox.jpa.capture;

import com.github.f4b6a3.uuid.UuidCreator;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.spi.ShardId;

/** An event that was fired and is not written yet; its payload is final, its sequence is not known. */
record PendingEvent(UUID id, OutboxMessage message, Instant occurredAt, ShardId shard, Map<String, String> headers) {

    static PendingEvent of(OutboxMessage message, String channel, int shards, TraceContext trace) {
        UUID id = UuidCreator.getTimeOrderedEpoch();
        int shard = Math.floorMod(spread(message.aggregateType(), message.aggregateId()), shards);
        Map<String, String> headers = new TreeMap<>(message.headers());
        headers.putAll(trace.headers(new TraceContext.Created(message, id.toString(), channel)));
        return new PendingEvent(id, message, Instant.now(), new ShardId(channel, shard), headers);
    }

    /**
     * A hash that is the same in every JVM and release (String.hashCode is specified), with its bits mixed so that ids
     * that differ little do not crowd into a few shards (the finaliser of MurmurHash3).
     */
    private static int spread(String aggregateType, String aggregateId) {
        int hash = 31 * aggregateType.hashCode() + aggregateId.hashCode();
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        return hash ^ hash >>> 16;
    }

    boolean isDelayed() {
        return message.availableAt().isPresent();
    }

    Aggregate aggregate() {
        return new Aggregate(shard.channel(), message.aggregateType(), message.aggregateId());
    }
}
