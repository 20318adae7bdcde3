package org.eeoutbox.spi;

import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedCallable;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eeoutbox.Outboxed;

/** The one rule by which the event classes of an application are found. */
public final class EventClasses {

    private EventClasses() {}

    /**
     * The marked classes that one type of the application shows: itself, and what it injects as {@code Event<X>}. The
     * second finds classes in archives that the container does not look into, such as those whose bean-discovery mode
     * is {@code none}.
     *
     * @param type any type that the container has found
     * @return a new set of classes with {@link Outboxed}; often empty
     */
    public static Set<Class<?>> shownBy(AnnotatedType<?> type) {
        List<Annotated> places = new ArrayList<>(type.getFields());
        List<AnnotatedCallable<?>> callables = new ArrayList<>(type.getMethods());
        callables.addAll(type.getConstructors());
        callables.forEach(callable -> places.addAll(callable.getParameters()));

        Set<Class<?>> shown = new LinkedHashSet<>(Set.of(type.getJavaClass()));
        for (Annotated place : places) {
            if (place.getBaseType() instanceof ParameterizedType generic && generic.getRawType() == Event.class) {
                shown.addAll(hierarchy(raw(generic.getActualTypeArguments()[0])));
            }
        }
        shown.removeIf(eventClass -> !eventClass.isAnnotationPresent(Outboxed.class));
        return shown;
    }

    /**
     * A class and all classes and interfaces above it, {@link Object} not included.
     *
     * @param type any class
     * @return a new set, superclasses from the bottom up
     */
    public static Set<Class<?>> hierarchy(Class<?> type) {
        Set<Class<?>> types = new LinkedHashSet<>();
        for (Class<?> up = type; up != null && up != Object.class; up = up.getSuperclass()) {
            types.add(up);
            addInterfaces(up, types);
        }
        return types;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> types) {
        for (Class<?> parent : type.getInterfaces()) {
            if (types.add(parent)) {
                addInterfaces(parent, types);
            }
        }
    }

    private static Class<?> raw(Type type) {
        if (type instanceof ParameterizedType generic) {
            return raw(generic.getRawType());
        }
        return type instanceof Class<?> plain ? plain : Object.class;
    }
}
