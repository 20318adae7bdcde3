package org.eeoutbox.relay.channel;

import jakarta.enterprise.inject.spi.AnnotatedCallable;
import jakarta.enterprise.inject.spi.AnnotatedMember;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.eeoutbox.OutboxConfigurationException;

/**
 * Where the application itself uses channels. A channel of the outbox is the outbox's alone: a second emitter would
 * send beside the outbox and its order, and a reader would take what is meant for the broker.
 */
final class ChannelUsers {

    private final Map<String, String> users = new HashMap<>();

    void add(AnnotatedType<?> type) {
        List<AnnotatedCallable<?>> callables = new ArrayList<>(type.getMethods());
        callables.addAll(type.getConstructors());
        type.getFields().forEach(field -> add(field.getAnnotation(Channel.class), field));
        for (AnnotatedCallable<?> callable : callables) {
            callable.getParameters().forEach(parameter -> add(parameter.getAnnotation(Channel.class), callable));
            all(callable, Incoming.class).forEach(incoming -> add(incoming.value(), "@Incoming", callable));
            all(callable, Outgoing.class).forEach(outgoing -> add(outgoing.value(), "@Outgoing", callable));
        }
    }

    private static <A extends Annotation> Set<A> all(AnnotatedCallable<?> callable, Class<A> type) {
        try {
            return callable.getAnnotations(type);
        } catch (TypeNotPresentException e) {
            // Open Liberty hides the type that holds repeated annotations, so there is no more than one.
            A only = callable.getAnnotation(type);
            return only == null ? Set.of() : Set.of(only);
        }
    }

    private void add(Channel channel, AnnotatedMember<?> member) {
        if (channel != null) {
            add(channel.value(), "@Channel", member);
        }
    }

    private void add(String channel, String annotation, AnnotatedMember<?> member) {
        users.put(
                channel,
                annotation + " at " + member.getDeclaringType().getJavaClass().getName() + "."
                        + member.getJavaMember().getName());
    }

    /**
     * Checks one channel of the outbox.
     *
     * @throws OutboxConfigurationException if the application uses it
     */
    void refuseFor(String channel) {
        String user = users.get(channel);
        if (user != null) {
            throw new OutboxConfigurationException(
                    "The channel '" + channel + "' belongs to the outbox, and the" + " application uses it too: " + user
                            + ". Use another channel there; it may lead to the same topic.");
        }
    }
}
