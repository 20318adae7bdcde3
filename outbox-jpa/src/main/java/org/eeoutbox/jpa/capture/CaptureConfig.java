package org.eeoutbox.jpa.capture;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.jpa.retention.RetentionPeriods;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.spi.Channels;

/**
 * The configuration of capture, read and checked once.
 *
 * @param defaultChannel where events go that name no channel
 * @param channels every channel that an event may name
 * @param shards into how many parts each channel is divided
 * @param maxPayloadBytes the largest payload
 * @param createSchema whether to create the tables if they are missing
 * @param retention how long rows are kept that nobody waits for
 * @param tables what the tables are called
 */
record CaptureConfig(
        String defaultChannel,
        Set<String> channels,
        int shards,
        int maxPayloadBytes,
        boolean createSchema,
        RetentionPeriods retention,
        TableNames tables) {

    static CaptureConfig read(Config config, Set<String> channelsOfTypes) {
        Set<String> channels = new TreeSet<>(channelsOfTypes);
        channels.addAll(Channels.configured(config));
        return new CaptureConfig(
                Channels.defaultChannel(config),
                Set.copyOf(channels),
                number(config, "outbox.shards", 8, 1, 256),
                number(config, "outbox.payload.max-bytes", 1_000_000, 1, Integer.MAX_VALUE),
                createSchema(config),
                new RetentionPeriods(
                        period(config, "outbox.retention", "P1D"),
                        period(config, "outbox.audit.retention", "P365D"),
                        period(config, "outbox.inbox.retention", "P14D")),
                tables(config));
    }

    private static Duration period(Config config, String key, String preset) {
        String text = config.getOptionalValue(key, String.class).orElse(preset);
        try {
            Duration value = Duration.parse(text.strip());
            if (!value.isNegative()) {
                return value;
            }
        } catch (DateTimeParseException e) {
            // falls through to the one message that says what is allowed
        }
        throw new OutboxConfigurationException(
                key + " is '" + text + "'; it must be a duration such as P1D or PT12H; PT0S keeps nothing.");
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

    private static TableNames tables(Config config) {
        return new TableNames(
                config.getOptionalValue(TableNames.SCHEMA_KEY, String.class).orElse(TableNames.DEFAULT.schema()),
                config.getOptionalValue(TableNames.PREFIX_KEY, String.class).orElse(TableNames.DEFAULT.prefix()));
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
