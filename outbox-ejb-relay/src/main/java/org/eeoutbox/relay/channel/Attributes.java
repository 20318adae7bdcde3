package org.eeoutbox.relay.channel;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eeoutbox.OutboxConfigurationException;

/**
 * The attributes of one channel. Each is looked for at the channel ({@code mp.messaging.outgoing.<channel>.<attribute>})
 * and then at its connector ({@code mp.messaging.connector.<connector>.<attribute>}), as Reactive Messaging does.
 */
final class Attributes {

    private final Settings settings;
    private final String channel;
    private final String connector;

    Attributes(Settings settings, String channel, String connector) {
        this.settings = settings;
        this.channel = channel;
        this.connector = connector;
    }

    String channel() {
        return channel;
    }

    String connector() {
        return connector;
    }

    boolean isSmallRye() {
        return !connector.contains("liberty");
    }

    String key(String attribute) {
        String shared = "mp.messaging.connector." + connector + "." + attribute;
        String own = "mp.messaging.outgoing." + channel + "." + attribute;
        return settings.text(own).isEmpty() && settings.text(shared).isPresent() ? shared : own;
    }

    Optional<String> value(String attribute) {
        return settings.text(key(attribute));
    }

    Optional<Long> number(String attribute) {
        return value(attribute).map(value -> settings.number(key(attribute), 0L, 0, Long.MAX_VALUE));
    }

    /** Refuses any value but those; the preset is what the connector takes if nothing is set. */
    void require(String attribute, String preset, Set<String> allowed, String reason) {
        String value = value(attribute).orElse(preset);
        if (!allowed.contains(value.toLowerCase(Locale.ROOT)) && !allowed.contains(value)) {
            String given = value(attribute).orElse(preset.isEmpty() ? "" : preset + " by default");
            throw refuse(
                    attribute, given, allowed.stream().max(String::compareTo).orElseThrow() + ": " + reason);
        }
    }

    OutboxConfigurationException refuse(String attribute, String value, String rule) {
        return new OutboxConfigurationException("'" + key(attribute) + "' is "
                + (value.isEmpty() ? "not set" : "'" + value + "'") + "; it must be " + rule + ".");
    }
}
