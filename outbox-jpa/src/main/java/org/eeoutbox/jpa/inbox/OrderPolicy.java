package org.eeoutbox.jpa.inbox;

import java.util.Locale;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;

/** What happens to an event that comes out of its aggregate's order. */
enum OrderPolicy {
    /** It is processed and logged. */
    WARN,
    /** It is rejected. */
    REJECT,
    /** Nobody looks. */
    IGNORE;

    /**
     * Reads the policy of one consumer.
     *
     * @throws OutboxConfigurationException if the value is none of these
     */
    static OrderPolicy of(Config config, String consumer) {
        String key = "outbox.inbox." + consumer + ".order";
        String value = config.getOptionalValue(key, String.class).orElse("warn");
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "warn" -> WARN;
            case "reject" -> REJECT;
            case "ignore" -> IGNORE;
            default ->
                throw new OutboxConfigurationException(
                        key + " is '" + value + "'; it must be 'warn', 'reject' or 'ignore'.");
        };
    }
}
