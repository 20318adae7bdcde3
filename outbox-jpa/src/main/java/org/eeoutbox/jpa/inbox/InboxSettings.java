package org.eeoutbox.jpa.inbox;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;

/** What is configured for each consumer. Safe for use by several threads. */
final class InboxSettings {

    private final Config config;
    private final Map<String, OrderPolicy> orders = new ConcurrentHashMap<>();

    InboxSettings(Config config) {
        this.config = config;
    }

    /**
     * What happens to events that come out of order; read once.
     *
     * @throws OutboxConfigurationException if the value is none of those allowed
     */
    OrderPolicy order(String consumer) {
        return orders.computeIfAbsent(consumer, name -> OrderPolicy.of(config, name));
    }
}
