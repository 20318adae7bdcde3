package org.eeoutbox.relay.channel;

import java.time.format.DateTimeFormatter;
import java.util.function.BiConsumer;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;

/**
 * The attributes of an event as a CloudEvent 1.0. Names are bare ({@code id}, not {@code ce_id}); {@code sequence} and
 * {@code partitionkey} are documented extensions of CloudEvents, {@code previoussequence}, {@code aggregatetype} and
 * {@code schemaversion} are ours. The version of the schema is no {@code dataschema}, which has to be a URI.
 */
final class CloudEvent {

    private final String source;

    CloudEvent(String source) {
        this.source = source;
    }

    void attributes(OutboxEvent event, BiConsumer<String, String> to) {
        OutboxMessage message = event.message();
        to.accept("specversion", "1.0");
        to.accept("id", event.id().toString());
        to.accept("source", source);
        to.accept("type", message.type());
        to.accept("time", DateTimeFormatter.ISO_INSTANT.format(event.occurredAt()));
        to.accept("subject", message.aggregateId());
        to.accept("aggregatetype", message.aggregateType());
        to.accept("schemaversion", Integer.toString(message.version()));
        to.accept("partitionkey", message.aggregateId());
        event.sequence().ifPresent(sequence -> to.accept("sequence", Long.toString(sequence)));
        event.previousSequence().ifPresent(sequence -> to.accept("previoussequence", Long.toString(sequence)));
    }
}
