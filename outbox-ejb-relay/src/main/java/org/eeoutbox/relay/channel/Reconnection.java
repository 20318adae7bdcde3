package org.eeoutbox.relay.channel;

import jakarta.enterprise.inject.Instance;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Flow;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.ConnectorLiteral;
import org.eeoutbox.spi.ApplicationLoader;

/**
 * Connects a channel again whose connector has cancelled it: an emitter is wired once, when the application starts, and
 * stays cancelled. The connector is asked for another subscriber, as Reactive Messaging has asked it for the first. By
 * reflection, since the relay does not depend on SmallRye; other implementations have no way that is known here.
 */
final class Reconnection {

    private static final String CONNECTOR = "io.smallrye.reactive.messaging.connector.OutboundConnector";

    private final Instance<Object> beans;

    Reconnection(Instance<Object> beans) {
        this.beans = beans;
    }

    /** Whether there is another way at all. */
    static boolean isPossible() {
        try {
            Class.forName(CONNECTOR, false, ApplicationLoader.of(Reconnection.class));
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * Makes another way to the broker.
     *
     * @throws CancelledChannelException if there is none
     */
    Line connect(ChannelSettings channel) {
        try {
            Class<?> type = Class.forName(CONNECTOR, false, ApplicationLoader.of(Reconnection.class));
            Object connector =
                    beans.select(type, ConnectorLiteral.of(channel.connector())).get();
            Object subscriber = type.getMethod("getSubscriber", Config.class).invoke(connector, attributes(channel));
            Line line = new Line();
            line.subscribe(messages(subscriber));
            return line;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new CancelledChannelException(channel.name(), e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Flow.Subscriber<Message<Object>> messages(Object subscriber) {
        return (Flow.Subscriber<Message<Object>>) subscriber;
    }

    /** The channel's attributes without their prefix, over those that all channels of the connector share. */
    private static Config attributes(ChannelSettings channel) {
        Config config = ConfigProvider.getConfig(ApplicationLoader.of(Reconnection.class));
        Map<String, String> attributes = new HashMap<>();
        put(config, "mp.messaging.connector." + channel.connector() + ".", attributes);
        put(config, "mp.messaging.outgoing." + channel.name() + ".", attributes);
        attributes.put("channel-name", channel.name());
        return ConfigProviderResolver.instance()
                .getBuilder()
                .addDefaultSources()
                .withSources(new Attributes(attributes))
                .build();
    }

    private static void put(Config config, String prefix, Map<String, String> attributes) {
        for (String key : config.getPropertyNames()) {
            if (key.startsWith(prefix)) {
                config.getOptionalValue(key, String.class)
                        .ifPresent(value -> attributes.put(key.substring(prefix.length()), value));
            }
        }
    }

    private record Attributes(Map<String, String> values) implements ConfigSource {

        private static final int ABOVE_ALL_OTHERS = 1_000;

        @Override
        public Set<String> getPropertyNames() {
            return values.keySet();
        }

        @Override
        public String getValue(String name) {
            return values.get(name);
        }

        @Override
        public String getName() {
            return "outbox-channel";
        }

        @Override
        public int getOrdinal() {
            return ABOVE_ALL_OTHERS;
        }
    }
}
