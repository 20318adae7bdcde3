package org.eeoutbox.spi;

import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.Outboxed;

/** The one rule by which events find their channel. */
public final class Channels {

    /** The configuration key of the channel for events that name none; {@value #DEFAULT_CHANNEL} if not set. */
    public static final String DEFAULT_CHANNEL_KEY = "outbox.default-channel";

    /** The configuration key of further channels, separated by commas: those that no event class names. */
    public static final String CHANNELS_KEY = "outbox.channels";

    /** The channel of events that name none, unless {@value #DEFAULT_CHANNEL_KEY} says otherwise. */
    public static final String DEFAULT_CHANNEL = "outbox";

    private Channels() {}

    /**
     * The channel of an event class.
     *
     * @param outboxed the annotation of the class
     * @param config the application's configuration
     * @return the channel that it names, or the default one
     */
    public static String of(Outboxed outboxed, Config config) {
        return outboxed.channel().isBlank() ? defaultChannel(config) : outboxed.channel();
    }

    /**
     * The channel for events that name none.
     *
     * @param config the application's configuration
     * @return its name
     */
    public static String defaultChannel(Config config) {
        return config.getOptionalValue(DEFAULT_CHANNEL_KEY, String.class).orElse(DEFAULT_CHANNEL);
    }

    /**
     * The channel of an event class that the configuration maps.
     *
     * @param event the mapping
     * @param config the application's configuration
     * @return the channel that it names, or the default one
     */
    public static String of(MappedEvent event, Config config) {
        return event.value("channel").orElseGet(() -> defaultChannel(config));
    }

    /**
     * The channels that the configuration knows: those of mapped event classes, and those listed for messages without a
     * class.
     *
     * @param config the application's configuration
     * @return a new, sorted set; often empty
     * @throws org.eeoutbox.OutboxConfigurationException if a mapping cannot be read
     */
    public static Set<String> configured(Config config) {
        Set<String> channels = new TreeSet<>();
        MappedEvent.all(config).forEach(event -> channels.add(of(event, config)));
        config.getOptionalValue(CHANNELS_KEY, String[].class).ifPresent(names -> {
            for (String name : names) {
                if (!name.isBlank()) {
                    channels.add(name.strip());
                }
            }
        });
        return channels;
    }
}
