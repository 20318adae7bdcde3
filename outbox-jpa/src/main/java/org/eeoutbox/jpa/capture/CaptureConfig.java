package org.eeoutbox.jpa.capture;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.spi.Channels;

/**
 * The configuration of capture, read and checked once.
 *
 * @param defaultChannel where events go that name no channel
 * @param channels every channel that an event may name
 * @param shards into how many parts each channel is divided
 * @param maxPayloadBytes the largest payload
 * @param createSchema whether to create the tables if they are missing
 */
record CaptureConfig(
        String defaultChannel, Set<String> channels, int shards, int maxPayloadBytes, boolean createSchema) {

    static CaptureConfig read(Config config, Set<String> channelsOfTypes) {
        Set<String> channels = new TreeSet<>(channelsOfTypes);
        channels.addAll(Channels.configured(config));
        return new CaptureConfig(
                Channels.defaultChannel(config),
                Set.copyOf(channels),
                number(config, "outbox.shards", 8, 1, 256),
                number(config, "outbox.payload.max-bytes", 1_000_000, 1, Integer.MAX_VALUE),
                createSchema(config));
    }

    private static boolean createSchema(Config config) {
        String value = config.getOptionalValue("outbox.schema", String.class).orElse("validate");
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "validate" -> false;
            case "create" -> true;
            default ->
                throw new OutboxConfigurationException(
                        "outbox.schema is '" + value + "'; it must be 'validate' or, for development, 'create'.");
        };
    }

    private static int number(Config config, String key, int preset, int least, int most) {
        String text = config.getOptionalValue(key, String.class).orElse(Integer.toString(preset));
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // falls through to the one message that says what is allowed
        }
        throw new OutboxConfigurationException(
                key + " is '" + text + "'; it must be a whole number from " + least + " to " + most + ".");
    }
}
