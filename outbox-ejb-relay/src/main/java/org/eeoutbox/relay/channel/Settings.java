package org.eeoutbox.relay.channel;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;

/** Reads values by key; what is wrong is said with key, value and rule. */
final class Settings {

    private final Config config;

    Settings(Config config) {
        this.config = config;
    }

    Optional<String> text(String key) {
        return config.getOptionalValue(key, String.class).map(String::strip).filter(text -> !text.isEmpty());
    }

    int number(String key, int preset, int min, int max) {
        return (int) number(key, (long) preset, min, max);
    }

    long number(String key, long preset, long min, long max) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return preset;
        }
        try {
            long value = Long.parseLong(text.get());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The same sentence says it.
        }
        throw wrong(key, text.get(), "a whole number from " + min + " to " + max);
    }

    Duration duration(String key, Duration preset, Duration min, Duration max) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return preset;
        }
        try {
            Duration value = Duration.parse(text.get());
            if (value.compareTo(min) >= 0 && value.compareTo(max) <= 0) {
                return value;
            }
        } catch (DateTimeParseException e) {
            // The same sentence says it.
        }
        throw wrong(key, text.get(), "a duration from " + min + " to " + max + ", such as PT5S");
    }

    static OutboxConfigurationException wrong(String key, String value, String rule) {
        return new OutboxConfigurationException("'" + key + "' is '" + value + "'; it must be " + rule + ".");
    }
}
