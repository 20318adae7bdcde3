package org.eeoutbox.jpa.inbox;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.spi.EventClasses;

/**
 * Finds the attributes of a CloudEvent in whatever carries them, by the shape of its class: the connectors belong to the
 * application or to the server, and a class of one is not a class of another.
 */
final class Headers {

    /** The prefixes of the bindings to Kafka and JMS, HTTP, and AMQP, the last in both forms that it allows. */
    private static final List<String> PREFIXES = List.of("ce_", "ce-", "cloudEvents:", "cloudEvents_");

    /** A method by which a value is got by name: Kafka's headers, Vert.x's JSON (AMQP), and JMS's properties. */
    private static final List<String> BY_NAME = List.of("lastHeader", "getValue", "getStringProperty");

    /** A method that leads to something with such a method: Kafka's record, its metadata; AMQP's and JMS's metadata. */
    private static final List<String> HOLDERS = List.of("headers", "getHeaders", "getProperties");

    private static final String CLOUD_EVENT = "io.smallrye.reactive.messaging.ce.CloudEventMetadata";

    private Headers() {}

    /** Whether values of a class can have attributes. */
    static boolean areIn(Class<?> type) {
        if (Map.class.isAssignableFrom(type)
                || ReceivedEvent.class == type
                || cloudEvent(type).isPresent()) {
            return true;
        }
        return byName(type).isPresent()
                || holder(type)
                        .filter(method -> Map.class.isAssignableFrom(method.getReturnType())
                                || byName(method.getReturnType()).isPresent())
                        .isPresent();
    }

    /** The event that a value describes; empty if it does not. */
    static Optional<ReceivedEvent> read(Object carrier) {
        if (carrier instanceof ReceivedEvent event) {
            return Optional.of(event);
        }
        if (carrier == null || !areIn(carrier.getClass())) {
            return Optional.empty();
        }
        Optional<Class<?>> cloudEvent = cloudEvent(carrier.getClass());
        return cloudEvent.isPresent()
                ? ReceivedEvent.ofCloudEvent(name -> attribute(cloudEvent.get(), carrier, name))
                : read(values(carrier));
    }

    private static Optional<ReceivedEvent> read(UnaryOperator<String> values) {
        for (String prefix : PREFIXES) {
            if (values.apply(prefix + "id") != null) {
                return ReceivedEvent.ofCloudEvent(name -> values.apply(prefix + name));
            }
        }
        return Optional.empty();
    }

    private static UnaryOperator<String> values(Object carrier) {
        if (carrier instanceof Map<?, ?> map) {
            return name -> text(map.get(name));
        }
        Optional<Method> byName = byName(carrier.getClass());
        if (byName.isPresent()) {
            return name -> text(call(byName.get(), carrier, name));
        }
        Object holder = call(holder(carrier.getClass()).orElseThrow(), carrier);
        return holder == null ? name -> null : values(holder);
    }

    /** SmallRye's own form, which has read the headers already. */
    private static String attribute(Class<?> type, Object event, String name) {
        return switch (name) {
            case "id" -> text(call(method(type, "getId").orElseThrow(), event));
            case "source" -> text(call(method(type, "getSource").orElseThrow(), event));
            case "subject" -> text(call(method(type, "getSubject").orElseThrow(), event));
            default -> text(call(method(type, "getExtension", String.class).orElseThrow(), event, name));
        };
    }

    private static Optional<Class<?>> cloudEvent(Class<?> type) {
        return EventClasses.hierarchy(type).stream()
                .filter(each -> each.getName().equals(CLOUD_EVENT))
                .findAny();
    }

    private static Optional<Method> byName(Class<?> type) {
        return BY_NAME.stream()
                .flatMap(name -> method(type, name, String.class).stream())
                .findFirst();
    }

    private static Optional<Method> holder(Class<?> type) {
        return HOLDERS.stream().flatMap(name -> method(type, name).stream()).findFirst();
    }

    /** As a public class or interface declares it, since the class itself may be hidden. */
    private static Optional<Method> method(Class<?> type, String name, Class<?>... parameters) {
        for (Class<?> each : EventClasses.hierarchy(type)) {
            if (Modifier.isPublic(each.getModifiers())) {
                try {
                    return Optional.of(each.getMethod(name, parameters));
                } catch (NoSuchMethodException | LinkageError e) {
                    // another one may have it; some name types that are not there
                }
            }
        }
        return Optional.empty();
    }

    /** Null if the value cannot be had: JMS refuses some names, and a property may be of another type. */
    private static Object call(Method method, Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static String text(Object value) {
        if (value instanceof Optional<?> optional) {
            return text(optional.orElse(null));
        }
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (value != null && value.getClass().getName().startsWith("org.apache.kafka.common.header.")) {
            return text(call(method(value.getClass(), "value").orElseThrow(), value));
        }
        return value == null ? null : value.toString();
    }
}
