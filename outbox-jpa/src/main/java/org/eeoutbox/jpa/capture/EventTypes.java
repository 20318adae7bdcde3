package org.eeoutbox.jpa.capture;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eeoutbox.OutboxMessageException;

/** Finds the event type of an object: of its class, or of the nearest class or interface above it. */
final class EventTypes {

    private final Map<Class<?>, EventType> declared;
    private final Map<Class<?>, EventType> resolved = new ConcurrentHashMap<>();

    EventTypes(Collection<EventType> types) {
        declared = types.stream().collect(Collectors.toMap(EventType::eventClass, Function.identity()));
    }

    /** The type that captures an event; the caller knows that there is at least one. */
    EventType of(Object event) {
        return resolved.computeIfAbsent(event.getClass(), this::nearest);
    }

    private EventType nearest(Class<?> eventClass) {
        List<EventType> candidates = new ArrayList<>();
        for (EventType type : declared.values()) {
            if (type.eventClass().isAssignableFrom(eventClass)) {
                candidates.add(type);
            }
        }
        List<EventType> most = candidates.stream()
                .filter(type -> candidates.stream().noneMatch(other -> isBelow(other, type)))
                .toList();
        List<EventType> classes =
                most.stream().filter(type -> !type.eventClass().isInterface()).toList();
        List<EventType> chosen = classes.isEmpty() ? most : classes;
        if (chosen.size() != 1) {
            throw new OutboxMessageException("The event class " + eventClass.getName() + " has several @Outboxed"
                    + " types above it and none is nearer: "
                    + chosen.stream().map(type -> type.eventClass().getName()).toList()
                    + ". Mark the class itself.");
        }
        return chosen.get(0);
    }

    private static boolean isBelow(EventType lower, EventType upper) {
        return lower != upper && upper.eventClass().isAssignableFrom(lower.eventClass());
    }
}
