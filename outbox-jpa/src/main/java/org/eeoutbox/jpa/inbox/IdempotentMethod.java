package org.eeoutbox.jpa.inbox;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.eeoutbox.EventId;
import org.eeoutbox.Idempotent;
import org.eeoutbox.Inbox;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.spi.EventClasses;

/** A method with {@link Idempotent}, checked: where its event's id comes from, and what it may return. Immutable. */
final class IdempotentMethod {

    private static final String MESSAGING = "org.eclipse.microprofile.reactive.messaging.";
    private static final String MESSAGE = MESSAGING + "Message";
    private static final Set<String> UNSAFE_ACKNOWLEDGMENT = Set.of("PRE_PROCESSING", "NONE");

    private final Method method;
    private final String consumer;
    private final int carrier;

    private IdempotentMethod(Method method, String consumer, int carrier) {
        this.method = method;
        this.consumer = consumer;
        this.carrier = carrier;
    }

    /**
     * Checks a method.
     *
     * @throws OutboxConfigurationException if it cannot be served
     */
    static IdempotentMethod of(Method method) {
        Idempotent marker = Optional.ofNullable(method.getAnnotation(Idempotent.class))
                .orElseGet(() -> method.getDeclaringClass().getAnnotation(Idempotent.class));
        if (marker == null) {
            throw problem(method, "is intercepted for @Idempotent without having it. Put it on the method itself");
        }
        checkConsumer(method, marker.value());
        IdempotentMethod checked = new IdempotentMethod(method, marker.value(), carrier(method));
        checked.checkReturnType();
        checked.checkMessaging();
        return checked;
    }

    private static void checkConsumer(Method method, String consumer) {
        if (consumer.isBlank() || consumer.length() > Inbox.MAX_CONSUMER) {
            throw problem(
                    method,
                    "has the consumer name '" + consumer + "'. Give it one with 1 to " + Inbox.MAX_CONSUMER
                            + " characters that are not all blank");
        }
    }

    private static int carrier(Method method) {
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].isAnnotationPresent(EventId.class)) {
                Class<?> type = parameters[i].getType();
                if (type != String.class && type != UUID.class) {
                    throw problem(method, "has an @EventId of type " + type.getName() + ". Make it a String or a UUID");
                }
                return i;
            }
        }
        for (int i = 0; i < parameters.length; i++) {
            Class<?> type = parameters[i].getType();
            if (is(type, MESSAGE) || Headers.areIn(type)) {
                return i;
            }
        }
        throw problem(
                method,
                "has no parameter from which the event's id can be got. Add one: a Message, a Kafka ConsumerRecord, the"
                        + " metadata of the connector, or the id itself as a String or UUID marked with @EventId");
    }

    private void checkReturnType() {
        Class<?> type = method.getReturnType();
        if (takesMessage() && !method.getParameterTypes()[carrier].isInterface()) {
            throw problem(method, "takes a message by its class. Take a Message");
        }
        boolean fits = takesMessage()
                ? type == CompletionStage.class
                : type == void.class || type == Optional.class && channels().isEmpty();
        if (!fits) {
            throw problem(
                    method,
                    "returns " + type.getSimpleName()
                            + (takesMessage()
                                    ? ". With a Message return a CompletionStage<Void>"
                                    : ", of which there is none for a duplicate, or which is complete after the"
                                            + " transaction only. Return nothing"
                                            + (channels().isEmpty() ? " or an Optional" : "")));
        }
    }

    private void checkMessaging() {
        for (Annotation annotation : method.getAnnotations()) {
            String name = annotation.annotationType().getName();
            if (name.equals(MESSAGING + "Outgoing")) {
                throw problem(
                        method,
                        "is @Outgoing, and what it sends is not part of its transaction. Fire an @Outboxed event");
            }
            if (name.equals(MESSAGING + "Acknowledgment") && UNSAFE_ACKNOWLEDGMENT.contains(value(annotation))) {
                throw problem(
                        method, "has @Acknowledgment(" + value(annotation) + "), so events may be lost. Remove that");
            }
        }
    }

    private static String value(Annotation annotation) {
        try {
            return String.valueOf(annotation.annotationType().getMethod("value").invoke(annotation));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("An annotation has lost its value: " + annotation, e);
        }
    }

    private static boolean is(Class<?> type, String name) {
        return EventClasses.hierarchy(type).stream()
                .anyMatch(each -> each.getName().equals(name));
    }

    private static OutboxConfigurationException problem(Method method, String what) {
        return new OutboxConfigurationException("The @Idempotent method "
                + method.getDeclaringClass().getName() + "." + method.getName() + " " + what + ".");
    }

    String consumer() {
        return consumer;
    }

    Method method() {
        return method;
    }

    /** The channels that the method reads; empty if it is not called by Reactive Messaging. */
    Set<String> channels() {
        Set<String> channels = new TreeSet<>();
        for (Annotation annotation : method.getAnnotations()) {
            for (Annotation each : parts(annotation)) {
                if (each.annotationType().getName().equals(MESSAGING + "Incoming")) {
                    channels.add(value(each));
                }
            }
        }
        return channels;
    }

    /** The annotation itself, or what it repeats. */
    private static List<Annotation> parts(Annotation annotation) {
        if (annotation.annotationType().getName().endsWith("Incomings")) {
            try {
                return List.of((Annotation[])
                        annotation.annotationType().getMethod("value").invoke(annotation));
            } catch (ReflectiveOperationException e) {
                return new ArrayList<>();
            }
        }
        return List.of(annotation);
    }

    boolean takesMessage() {
        return is(method.getParameterTypes()[carrier], MESSAGE);
    }

    /** What carries the event in a call. */
    Object carrier(Object[] arguments) {
        return arguments[carrier];
    }

    /** The arguments of a call, with something else for what carries the event. */
    Object[] replaceCarrier(Object[] arguments, Object replacement) {
        Object[] replaced = arguments.clone();
        replaced[carrier] = replacement;
        return replaced;
    }

    /** The event of a call without a message. */
    ReceivedEvent event(Object[] arguments) {
        Object value = carrier(arguments);
        if (method.getParameters()[carrier].isAnnotationPresent(EventId.class)) {
            if (value == null) {
                throw withoutId();
            }
            return ReceivedEvent.of(value.toString());
        }
        return Headers.read(value).orElseThrow(this::withoutId);
    }

    OutboxMessageException withoutId() {
        return new OutboxMessageException(
                "An event came without an id to "
                        + method.getDeclaringClass().getName() + "." + method.getName()
                        + ", so nobody can tell whether it has come before. Let its producer send CloudEvents attributes (ce_id).");
    }
}
