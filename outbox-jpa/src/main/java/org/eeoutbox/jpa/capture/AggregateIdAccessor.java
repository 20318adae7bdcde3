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
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.eeoutbox.AggregateId;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxMessageException;

/** Reads the member of an event that is marked {@link AggregateId}. */
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
        Class<?> type = member instanceof Field field ? field.getType() : ((Method) member).getReturnType();
        boolean parameters = member instanceof Method method && method.getParameterCount() > 0;
        if (parameters || !ID_TYPES.contains(type) && !type.isEnum() && !CharSequence.class.isAssignableFrom(type)) {
            throw new OutboxConfigurationException("The @AggregateId '" + member.getName() + "' of the event class "
                    + eventClass.getName() + (parameters ? " takes parameters." : " is a " + type.getName() + ".")
                    + " Use a text, a UUID, an integer number or an enum.");
        }
        if (!((java.lang.reflect.AccessibleObject) member).trySetAccessible()) {
            throw new OutboxConfigurationException("The @AggregateId '" + member.getName() + "' of the event class "
                    + eventClass.getName() + " cannot be read. Open its package to org.eeoutbox.jpa, or make it"
                    + " public.");
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
        for (Class<?> type : hierarchy(eventClass)) {
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

    private static Set<Class<?>> hierarchy(Class<?> eventClass) {
        Set<Class<?>> types = new java.util.LinkedHashSet<>();
        for (Class<?> type = eventClass; type != null && type != Object.class; type = type.getSuperclass()) {
            types.add(type);
            addInterfaces(type, types);
        }
        addInterfaces(eventClass, types);
        return types;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> types) {
        for (Class<?> parent : type.getInterfaces()) {
            if (types.add(parent)) {
                addInterfaces(parent, types);
            }
        }
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
                    "The @AggregateId method '" + member.getName() + "' of "
                            + event.getClass().getName() + " failed: see the cause.",
                    e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("It was made accessible.", e);
        }
    }
}
