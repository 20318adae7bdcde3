package org.eeoutbox.relay.channel;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.relay.engine.RelayConfig;
import org.eeoutbox.relay.health.HealthSettings;

/**
 * The relay's configuration, read and checked once.
 *
 * @param relay how the relay works
 * @param heartbeat how often it looks at the tables unasked
 * @param stopGrace how long it waits for the broker's answers when it stops
 * @param source the CloudEvents source of all events; a URI reference, not empty
 * @param health how its health is judged
 */
public record RelaySettings(
        RelayConfig relay, Duration heartbeat, Duration stopGrace, String source, HealthSettings health) {

    /** The configuration key that says who publishes: {@code polling} (the default) or {@code off}. */
    public static final String MODE_KEY = "outbox.relay";

    static final String BATCH_SIZE_KEY = "outbox.relay.batch-size";
    static final String SEND_TIMEOUT_KEY = "outbox.relay.send-timeout";
    static final String MIN_DELAY_KEY = "outbox.relay.retry.min-delay";
    static final String MAX_DELAY_KEY = "outbox.relay.retry.max-delay";
    static final String SOURCE_KEY = "outbox.source";
    static final String DEFAULT_SOURCE = "/outbox";

    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration SEND_TIMEOUT_MARGIN = Duration.ofSeconds(5);

    /**
     * Whether this application only stores events.
     *
     * @param config where to look
     * @return {@code true} for {@code outbox.relay=off}
     * @throws OutboxConfigurationException for a word that is not known
     */
    public static boolean isOff(Config config) {
        String mode = new Settings(config).text(MODE_KEY).orElse("polling");
        if (!mode.equals("polling") && !mode.equals("off")) {
            throw Settings.wrong(MODE_KEY, mode, "'polling' or 'off'");
        }
        return mode.equals("off");
    }

    /**
     * Reads all keys.
     *
     * @param config where
     * @param channels the channels to serve
     * @param longestDelivery the longest that the broker's client of any channel goes on trying
     * @return the settings
     * @throws OutboxConfigurationException if a value breaks its rule; names key, value and rule
     */
    static RelaySettings read(Config config, Set<String> channels, Duration longestDelivery) {
        Settings settings = new Settings(config);
        Duration minDelay = settings.duration(MIN_DELAY_KEY, Duration.ofMillis(100), MILLI, Duration.ofMinutes(1));
        Duration longPreset = minDelay.compareTo(Duration.ofSeconds(5)) > 0 ? minDelay : Duration.ofSeconds(5);
        RelayConfig relay = new RelayConfig(
                settings.number(BATCH_SIZE_KEY, 500, 1, 10_000),
                settings.number("outbox.relay.batch-bytes", 8L << 20, 1, 1L << 30),
                settings.duration(
                        "outbox.relay.max-hold", Duration.ofSeconds(5), Duration.ofMillis(100), Duration.ofMinutes(1)),
                sendTimeout(settings, longestDelivery),
                minDelay,
                settings.duration(MAX_DELAY_KEY, longPreset, minDelay, Duration.ofHours(1)),
                settings.number("outbox.relay.workers", 1, 1, 16),
                retry(settings),
                skipping(settings, channels));
        return new RelaySettings(
                relay,
                settings.duration(
                        "outbox.relay.heartbeat", Duration.ofSeconds(1), Duration.ofMillis(100), Duration.ofMinutes(1)),
                settings.duration(
                        "outbox.relay.stop-grace", Duration.ofSeconds(10), Duration.ZERO, Duration.ofMinutes(10)),
                source(settings),
                health(settings));
    }

    private static HealthSettings health(Settings settings) {
        String key = "outbox.health.channels";
        String mode = settings.text(key).orElse("readiness");
        if (!mode.equals("readiness") && !mode.equals("report")) {
            throw Settings.wrong(key, mode, "'readiness' (a dead channel is DOWN) or 'report' (it is only told)");
        }
        return new HealthSettings(
                settings.duration("outbox.health.max-age", Duration.ofMinutes(10), Duration.ZERO, Duration.ofDays(365)),
                settings.duration(
                        "outbox.health.probe-interval", Duration.ofSeconds(5), Duration.ZERO, Duration.ofHours(1)),
                mode.equals("report"));
    }

    private static RelayConfig.Retry retry(Settings settings) {
        Duration longest = Duration.ofDays(1);
        Duration minDelay = settings.duration("outbox.attempts.min-delay", Duration.ofSeconds(1), MILLI, longest);
        Duration preset = minDelay.compareTo(Duration.ofMinutes(5)) > 0 ? minDelay : Duration.ofMinutes(5);
        return new RelayConfig.Retry(
                settings.number("outbox.attempts.max", 10, 1, 1000),
                minDelay,
                settings.duration("outbox.attempts.max-delay", preset, minDelay, longest));
    }

    private static Set<String> skipping(Settings settings, Set<String> channels) {
        Set<String> skipping = new TreeSet<>();
        for (String channel : channels) {
            String key = "outbox.channel." + channel + ".on-quarantine";
            String policy = settings.text(key).orElse("hold");
            if (policy.equals("skip")) {
                skipping.add(channel);
            } else if (!policy.equals("hold")) {
                throw Settings.wrong(key, policy, "'hold' (later events of the aggregate wait) or 'skip' (they leave)");
            }
        }
        return skipping;
    }

    private static Duration sendTimeout(Settings settings, Duration longestDelivery) {
        Duration timeout = settings.duration(
                SEND_TIMEOUT_KEY, longestDelivery.plus(SEND_TIMEOUT_MARGIN), MILLI, Duration.ofDays(1));
        if (timeout.compareTo(longestDelivery) <= 0) {
            throw Settings.wrong(
                    SEND_TIMEOUT_KEY,
                    timeout.toString(),
                    "longer than the client of every channel goes on trying (here " + longestDelivery
                            + "; for Kafka 'delivery.timeout.ms'), or a slow healthy send goes out twice");
        }
        return timeout;
    }

    private static String source(Settings settings) {
        String source = settings.text(SOURCE_KEY).orElse(DEFAULT_SOURCE);
        try {
            return new URI(source).toASCIIString();
        } catch (URISyntaxException e) {
            throw Settings.wrong(SOURCE_KEY, source, "a URI reference, such as /shop/orders");
        }
    }
}
