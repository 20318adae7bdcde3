package org.eeoutbox;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A stored event: a message with its identity and its place in the outbox. Immutable.
 *
 * @param id the same at every delivery; a UUID of version 7, RFC 9562
 * @param message what is published; its channel is always set
 * @param sequence the place in the aggregate's own gapless count within the channel, from 1; empty for an unordered
 *     event
 * @param previousSequence the sequence that the channel published before this one, 0 if none; empty for an unordered
 *     event. Usually {@code sequence - 1}
 * @param occurredAt when it was fired, by the clock of the node that fired it
 * @param shard the part of the channel that the aggregate belongs to, from 0
 * @param position the place in the outbox; within one aggregate and channel it grows with the sequence
 */
public record OutboxEvent(
        UUID id,
        OutboxMessage message,
        OptionalLong sequence,
        OptionalLong previousSequence,
        Instant occurredAt,
        int shard,
        long position) {

    /**
     * Checks that nothing is missing.
     *
     * @param id not null
     * @param message not null, with a channel
     * @param sequence not null
     * @param previousSequence not null
     * @param occurredAt not null
     * @param shard from 0
     * @param position from 1
     */
    public OutboxEvent {
        requireNonNull(id, "id");
        requireNonNull(message, "message");
        requireNonNull(sequence, "sequence");
        requireNonNull(previousSequence, "previousSequence");
        requireNonNull(occurredAt, "occurredAt");
        if (message.channel().isEmpty()) {
            throw new IllegalArgumentException("A stored event has a channel; " + id + " has none.");
        }
    }

    /**
     * The channel through which the event leaves.
     *
     * @return never blank
     */
    public String channel() {
        return message.channel().orElseThrow();
    }
}
