package org.eeoutbox.jpa.capture;

import jakarta.persistence.Entity;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxException;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.OutboxPayloadException;
import org.eeoutbox.Outboxed;
import org.eeoutbox.spi.Channels;
import org.eeoutbox.spi.PayloadSerializer;

/** What the outbox knows of an event class, checked once. */
record EventType(
        Class<?> eventClass,
        String aggregate,
        String type,
        int version,
        boolean ordered,
        String channel,
        AggregateIdAccessor idAccessor) {

    static EventType of(Class<?> eventClass, Config config) {
        Outboxed outboxed = eventClass.getAnnotation(Outboxed.class);
        if (eventClass.isAnnotationPresent(Entity.class)) {
            throw new OutboxConfigurationException("The class " + eventClass.getName() + " is a JPA entity and an"
                    + " @Outboxed event. Publish a record of what others may know of the entity, not the entity.");
        }
        EventType type = new EventType(
                eventClass,
                outboxed.aggregate(),
                outboxed.type(),
                outboxed.version(),
                outboxed.ordered(),
                Channels.of(outboxed, config),
                AggregateIdAccessor.of(eventClass));
        try {
            type.about("id").build();
        } catch (OutboxMessageException e) {
            throw new OutboxConfigurationException(
                    "@Outboxed on " + eventClass.getName() + " is not acceptable: " + e.getMessage(), e);
        }
        return type;
    }

    OutboxMessage message(Object event, PayloadSerializer serializer) {
        String id = idAccessor.idOf(event);
        if (id == null) {
            throw new OutboxMessageException(
                    "The aggregate id of an event of type " + type + " is null. Set it before firing the event.");
        }
        OutboxMessage.Builder message = about(id).contentType(serializer.contentType());
        byte[] payload = serialize(event, serializer);
        if (payload != null) {
            message.payload(payload);
        }
        return message.build();
    }

    private OutboxMessage.Builder about(String id) {
        OutboxMessage.Builder message =
                OutboxMessage.about(aggregate, id).type(type).version(version).channel(channel);
        return ordered ? message : message.unordered();
    }

    private byte[] serialize(Object event, PayloadSerializer serializer) {
        if (event.getClass().isAnnotationPresent(Entity.class)) {
            throw new OutboxPayloadException("An event of type " + type + " is a JPA entity, "
                    + event.getClass().getName() + ". Publish a record of what others may know of it.");
        }
        try {
            return serializer.serialize(event);
        } catch (OutboxException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            throw new OutboxPayloadException(
                    "An event of type " + type + " (" + event.getClass().getName() + ") cannot be serialised by "
                            + serializer.getClass().getName() + ": see the cause.",
                    e);
        }
    }
}
