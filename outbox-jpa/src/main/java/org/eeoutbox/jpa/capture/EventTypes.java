package org.eeoutbox.jpa.capture;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.Outboxed;
import org.eeoutbox.spi.EventClasses;

/**
 * Finds the event type of an object: of its class, or of the nearest class or interface above it. A marked class that
 * the container has not shown at deployment is found here, so that no event vanishes.
 */
final class EventTypes {

    private final Map<Class<?>, EventType> declared;
    private final Config config;
    private final ClassValue<Optional<EventType>> resolved = new ClassValue<>() {
        @Override
        protected Optional<EventType> computeValue(Class<?> eventClass) {
            return nearest(eventClass);
        }
    };

    EventTypes(Collection<EventType> types, Config config) {
        this.declared = types.stream().collect(Collectors.toMap(EventType::eventClass, Function.identity()));
        this.config = config;
    }

    /**
     * The type that captures an event.
     *
     * @return empty if the object is no event of the outbox
     */
    Optional<EventType> of(Object event) {
        return resolved.get(event.getClass());
    }

    private Optional<EventType> nearest(Class<?> eventClass) {
        Set<EventType> candidates = new LinkedHashSet<>();
        for (Class<?> above : EventClasses.hierarchy(eventClass)) {
            if (declared.containsKey(above)) {
                candidates.add(declared.get(above));
            } else if (above.isAnnotationPresent(Outboxed.class)) {
                candidates.add(EventType.of(above, config));
            }
        }
        List<EventType> most = candidates.stream()
                .filter(type -> candidates.stream().noneMatch(other -> isBelow(other, type)))
                .toList();
        List<EventType> classes =
                most.stream().filter(type -> !type.eventClass().isInterface()).toList();
        List<EventType> chosen = classes.isEmpty() ? most : classes;
        if (chosen.size() > 1) {
            throw new OutboxMessageException("The event class " + eventClass.getName() + " has several outbox event"
                    + " types above it and none is nearer: "
                    + chosen.stream().map(type -> type.eventClass().getName()).toList()
                    + ". Mark the class itself.");
        }
        return chosen.stream().findFirst();
    }

    private static boolean isBelow(EventType lower, EventType upper) {
        return lower != upper && upper.eventClass().isAssignableFrom(lower.eventClass());
    }
}
