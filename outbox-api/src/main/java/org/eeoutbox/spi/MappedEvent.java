package org.eeoutbox.spi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.Outboxed;

/**
 * An event class that the application does not own, described by configuration in place of {@link Outboxed}:
 * {@code outbox.event."com.acme.Shipped".aggregate=shipment}.
 */
public final class MappedEvent {

    /** What all keys begin with; the class name in quotes and an attribute follow. */
    public static final String PREFIX = "outbox.event.";

    private static final List<String> ATTRIBUTES =
            List.of("aggregate", "aggregate-id", "type", "version", "ordered", "channel");
    private static final Pattern KEY =
            Pattern.compile(Pattern.quote(PREFIX) + "\"([^\"]+)\"\\.(" + String.join("|", ATTRIBUTES) + ")");

    private final String className;
    private final Map<String, String> values;

    private MappedEvent(String className, Map<String, String> values) {
        this.className = className;
        this.values = values;
    }

    /**
     * All mapped classes.
     *
     * @param config the application's configuration
     * @return one for each class that a key names, sorted by name
     * @throws OutboxConfigurationException if a key begins like those of a mapping and does not go on like one
     */
    public static List<MappedEvent> all(Config config) {
        Map<String, Map<String, String>> classes = new LinkedHashMap<>();
        for (String key : new TreeSet<>(names(config))) {
            Matcher parts = KEY.matcher(key);
            if (!parts.matches()) {
                throw new OutboxConfigurationException("'" + key + "' does not map an event class. Write " + PREFIX
                        + "\"<class>\".<attribute>, with the quotes and one of the attributes " + ATTRIBUTES + ".");
            }
            Map<String, String> values = classes.computeIfAbsent(parts.group(1), name -> new LinkedHashMap<>());
            config.getOptionalValue(key, String.class)
                    .map(String::strip)
                    .ifPresent(value -> values.put(parts.group(2), value));
        }
        return classes.entrySet().stream()
                .map(entry -> new MappedEvent(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static List<String> names(Config config) {
        List<String> names = new java.util.ArrayList<>();
        for (String name : config.getPropertyNames()) {
            if (name.startsWith(PREFIX)) {
                names.add(name);
            }
        }
        return names;
    }

    /**
     * The class that is mapped.
     *
     * @return its binary name; whether there is such a class has not been checked
     */
    public String className() {
        return className;
    }

    /**
     * The key of an attribute, for messages.
     *
     * @param attribute such as {@code "aggregate-id"}
     * @return the full key
     */
    public String key(String attribute) {
        return PREFIX + "\"" + className + "\"." + attribute;
    }

    /**
     * The value of an attribute.
     *
     * @param attribute such as {@code "aggregate-id"}
     * @return the value as it stands in the configuration; empty if it is not set
     */
    public Optional<String> value(String attribute) {
        return Optional.ofNullable(values.get(attribute));
    }
}
