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
import org.eeoutbox.spi.MappedEvent;
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

    /** A class that is marked {@link Outboxed}. */
    static EventType of(Class<?> eventClass, Config config) {
        Outboxed outboxed = eventClass.getAnnotation(Outboxed.class);
        return checked(
                "@Outboxed on " + eventClass.getName(),
                new EventType(
                        eventClass,
                        outboxed.aggregate(),
                        outboxed.type(),
                        outboxed.version(),
                        outboxed.ordered(),
                        Channels.of(outboxed, config),
                        AggregateIdAccessor.of(eventClass)));
    }

    /** A class that the configuration maps. */
    static EventType of(MappedEvent mapped, ClassLoader loader, Config config) {
        Class<?> eventClass = load(mapped, loader);
        return checked(
                MappedEvent.PREFIX + '"' + mapped.className() + "\".*",
                new EventType(
                        eventClass,
                        required(mapped, "aggregate"),
                        required(mapped, "type"),
                        version(mapped),
                        ordered(mapped),
                        Channels.of(mapped, config),
                        AggregateIdAccessor.of(
                                eventClass, required(mapped, "aggregate-id"), mapped.key("aggregate-id"))));
    }

    private static Class<?> load(MappedEvent mapped, ClassLoader loader) {
        Class<?> eventClass;
        try {
            eventClass = Class.forName(mapped.className(), false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new OutboxConfigurationException(
                    "The configuration maps the event class '" + mapped.className() + "' (" + mapped.key("aggregate")
                            + "), which the application cannot load. Write its binary name, such as com.acme.Shipped or"
                            + " com.acme.Outer$Shipped, and add its jar to the application.",
                    e);
        }
        if (eventClass.isAnnotationPresent(Outboxed.class)) {
            throw new OutboxConfigurationException(
                    "The event class " + eventClass.getName() + " is marked @Outboxed and" + " mapped by "
                            + mapped.key("aggregate") + ". Remove one of the two.");
        }
        if (eventClass == Object.class) {
            throw new OutboxConfigurationException("'" + mapped.key("aggregate") + "' maps every event there is. Name"
                    + " the class of the events that are to leave.");
        }
        return eventClass;
    }

    private static String required(MappedEvent mapped, String attribute) {
        return mapped.value(attribute)
                .orElseThrow(() -> new OutboxConfigurationException("'" + mapped.key(attribute) + "' is not set; the"
                        + " mapping of an event class needs aggregate, aggregate-id and type."));
    }

    private static int version(MappedEvent mapped) {
        String text = mapped.value("version").orElse("1");
        try {
            int version = Integer.parseInt(text);
            if (version > 0) {
                return version;
            }
        } catch (NumberFormatException e) {
            // falls through to the one message that says what is allowed
        }
        throw new OutboxConfigurationException(
                "'" + mapped.key("version") + "' is '" + text + "'; it must be a whole number from 1.");
    }

    private static boolean ordered(MappedEvent mapped) {
        String text = mapped.value("ordered").orElse("true");
        if (!text.equals("true") && !text.equals("false")) {
            throw new OutboxConfigurationException(
                    "'" + mapped.key("ordered") + "' is '" + text + "'; it must be 'true' or 'false'.");
        }
        return text.equals("true");
    }

    private static EventType checked(String origin, EventType type) {
        if (type.eventClass().isAnnotationPresent(Entity.class)) {
            throw new OutboxConfigurationException(
                    "The class " + type.eventClass().getName() + " is a JPA entity and an"
                            + " outbox event. Publish a record of what others may know of the entity, not the entity.");
        }
        try {
            type.about("id").build();
        } catch (OutboxMessageException e) {
            throw new OutboxConfigurationException(origin + " is not acceptable: " + e.getMessage(), e);
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
