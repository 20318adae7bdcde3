package org.eeoutbox.jpa.inbox;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.spi.EventClasses;

/**
 * A message of Reactive Messaging. Only this class names its types, which an application without messaging lacks.
 *
 * @param message as the connector gave it
 */
record IncomingMessage(Message<?> message) {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedStage(null);

    /** What the methods that lead to the connector give instead; the last two are SmallRye's own. */
    private static final Map<String, Object> SILENT = Map.of(
            "ack", DONE,
            "nack", DONE,
            "getAck", (Supplier<CompletionStage<Void>>) () -> DONE,
            "getNack", (Function<Throwable, CompletionStage<Void>>) reason -> DONE,
            "getAckWithMetadata", (Function<Object, CompletionStage<Void>>) metadata -> DONE,
            "getNackWithMetadata", (BiFunction<Throwable, Object, CompletionStage<Void>>) (reason, metadata) -> DONE);

    private static final String RECORD = "org.apache.kafka.clients.consumer.ConsumerRecord";

    static IncomingMessage of(Object message) {
        return new IncomingMessage((Message<?>) message);
    }

    /**
     * What the metadata (SmallRye), the payload, or what the connector wraps (Open Liberty) says of the event.
     *
     * @param application sees the classes that a connector of the application uses
     */
    Optional<ReceivedEvent> event(ClassLoader application) {
        for (Object metadata : metadata()) {
            Optional<ReceivedEvent> event = Headers.read(metadata);
            if (event.isPresent()) {
                return event;
            }
        }
        return Headers.read(message.getPayload()).or(() -> wrapped(application).flatMap(Headers::read));
    }

    /** The specification's own message has none. */
    private Iterable<?> metadata() {
        try {
            Method metadata = Message.class.getMethod("getMetadata");
            return (Iterable<?>) metadata.invoke(message);
        } catch (ReflectiveOperationException e) {
            return List.of();
        }
    }

    private Optional<Object> wrapped(ClassLoader application) {
        try {
            return Optional.ofNullable(message.unwrap(Class.forName(RECORD, false, application)));
        } catch (ClassNotFoundException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The same message, but whatever is said to it does nothing. */
    Object withoutAcknowledgment() {
        Class<?>[] interfaces = EventClasses.hierarchy(message.getClass()).stream()
                .filter(type -> type.isInterface() && Modifier.isPublic(type.getModifiers()))
                .toArray(Class<?>[]::new);
        InvocationHandler handler = (proxy, method, arguments) -> {
            Object silent = SILENT.get(method.getName());
            if (silent != null) {
                return silent;
            }
            try {
                return method.invoke(message, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return Proxy.newProxyInstance(message.getClass().getClassLoader(), interfaces, handler);
    }

    CompletionStage<Void> acknowledge() {
        return message.ack();
    }

    CompletionStage<Void> reject(Throwable reason) {
        return message.nack(reason);
    }
}
