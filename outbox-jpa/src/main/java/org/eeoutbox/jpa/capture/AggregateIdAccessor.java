package org.eeoutbox.jpa.capture;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eeoutbox.AggregateId;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.spi.EventClasses;

/** Reads the member of an event that holds the aggregate's id: one marked {@link AggregateId}, or a configured one. */
final class AggregateIdAccessor {

    private static final Set<Class<?>> ID_TYPES = Set.of(
            UUID.class, int.class, Integer.class, long.class, Long.class, short.class, Short.class, BigInteger.class);

    private final Member member;

    private AggregateIdAccessor(Member member) {
        this.member = member;
    }

    static AggregateIdAccessor of(Class<?> eventClass) {
        List<Member> marked = marked(eventClass);
        if (marked.isEmpty()) {
            throw new OutboxConfigurationException("The event class " + eventClass.getName() + " has no @AggregateId."
                    + " Mark the component, field or method that holds the aggregate's id.");
        }
        if (marked.size() > 1) {
            throw new OutboxConfigurationException("The event class " + eventClass.getName() + " has several"
                    + " @AggregateId: " + names(marked) + ". Mark one of them.");
        }
        Member member = marked.get(0);
        return checked(
                member, "The @AggregateId '" + member.getName() + "' of the event class " + eventClass.getName());
    }

    /** A member that the configuration names, by the name of a record component, method, property or field. */
    static AggregateIdAccessor of(Class<?> eventClass, String name, String key) {
        Set<Class<?>> types = EventClasses.hierarchy(eventClass);
        String getter = "get" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        return Stream.of(methods(types, name), methods(types, getter), fields(types, name))
                .flatMap(Function.identity())
                .findFirst()
                .map(member ->
                        checked(member, "'" + key + "' names '" + name + "' of " + eventClass.getName() + ", which"))
                .orElseThrow(() -> new OutboxConfigurationException("'" + key + "' is '" + name + "', and "
                        + eventClass.getName() + " has no method '" + name + "()' or '" + getter + "()' without"
                        + " parameters and no field '" + name + "'. Name the one that holds the aggregate's id."));
    }

    private static Stream<Member> methods(Set<Class<?>> types, String name) {
        return types.stream()
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == 0)
                .filter(method -> !method.isBridge())
                .map(Member.class::cast);
    }

    private static Stream<Member> fields(Set<Class<?>> types, String name) {
        return types.stream()
                .flatMap(type -> Stream.of(type.getDeclaredFields()))
                .filter(field -> field.getName().equals(name))
                .map(Member.class::cast);
    }

    /** Checks that the member can be read and is of a type that makes a key. */
    private static AggregateIdAccessor checked(Member member, String subject) {
        Class<?> type = member instanceof Field field ? field.getType() : ((Method) member).getReturnType();
        boolean parameters = member instanceof Method method && method.getParameterCount() > 0;
        if (parameters || !ID_TYPES.contains(type) && !type.isEnum() && !CharSequence.class.isAssignableFrom(type)) {
            throw new OutboxConfigurationException(
                    subject + (parameters ? " takes parameters." : " is a " + type.getName() + ".")
                            + " Use a text, a UUID, an integer number or an enum.");
        }
        if (!((java.lang.reflect.AccessibleObject) member).trySetAccessible()) {
            throw new OutboxConfigurationException(
                    subject + " cannot be read. Open its package to org.eeoutbox.jpa, or make it" + " public.");
        }
        return new AggregateIdAccessor(member);
    }

    /** A record's component, its field and its accessor count as one; so do a method and what it overrides. */
    private static List<Member> marked(Class<?> eventClass) {
        Map<String, Member> marked = new LinkedHashMap<>();
        if (eventClass.isRecord()) {
            for (RecordComponent component : eventClass.getRecordComponents()) {
                if (isMarked(component) || isMarked(component.getAccessor())) {
                    marked.put(component.getName() + "()", component.getAccessor());
                }
            }
        }
        for (Class<?> type : EventClasses.hierarchy(eventClass)) {
            for (Method method : type.getDeclaredMethods()) {
                if (isMarked(method) && !method.isBridge()) {
                    marked.putIfAbsent(method.getName() + "()", method);
                }
            }
            if (!type.isRecord()) {
                for (Field field : type.getDeclaredFields()) {
                    if (isMarked(field)) {
                        marked.put(type.getName() + "." + field.getName(), field);
                    }
                }
            }
        }
        return new ArrayList<>(marked.values());
    }

    private static boolean isMarked(AnnotatedElement element) {
        return element.isAnnotationPresent(AggregateId.class);
    }

    private static String names(List<Member> members) {
        return String.join(", ", members.stream().map(Member::getName).toList());
    }

    /** The text form of the id of one event; {@code null} if it has none. */
    String idOf(Object event) {
        try {
            Object id = member instanceof Field field ? field.get(event) : ((Method) member).invoke(event);
            return id == null ? null : id instanceof Enum<?> constant ? constant.name() : id.toString();
        } catch (InvocationTargetException e) {
            throw new OutboxMessageException(
                    "The method '" + member.getName() + "', which gives the aggregate id of "
                            + event.getClass().getName() + ", failed: see the cause.",
                    e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("It was made accessible.", e);
        }
    }
}
