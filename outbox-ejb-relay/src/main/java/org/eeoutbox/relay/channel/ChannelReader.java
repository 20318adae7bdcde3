package org.eeoutbox.relay.channel;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;

/**
 * Reads the configuration of channels and refuses what would lose, invert or needlessly double events. An attribute is
 * looked for at the channel ({@code mp.messaging.outgoing.<channel>.<attribute>}) and then at its connector
 * ({@code mp.messaging.connector.<connector>.<attribute>}), as Reactive Messaging does.
 */
final class ChannelReader {

    private static final String SERIALIZERS = "org.apache.kafka.common.serialization.";
    private static final long DEFAULT_DELIVERY_TIMEOUT_MS = 120_000;
    private static final long SMALLRYE_MAX_INFLIGHT = 1024;
    private static final int MOST_REQUESTS_WITH_IDEMPOTENCE = 5;

    private final Settings settings;
    private final Consumer<String> warnings;

    ChannelReader(Config config, Consumer<String> warnings) {
        this.settings = new Settings(config);
        this.warnings = warnings;
    }

    /**
     * Reads and checks one channel.
     *
     * @throws OutboxConfigurationException at the first attribute that will not do
     */
    ChannelSettings read(String channel) {
        String key = "mp.messaging.outgoing." + channel + ".connector";
        String connector = settings.text(key)
                .orElseThrow(() -> new OutboxConfigurationException("Events leave through the channel '" + channel
                        + "', which has no connector: set '" + key + "', such as smallrye-kafka."));
        if (!connector.toLowerCase(Locale.ROOT).contains("kafka")) {
            throw Settings.wrong(key, connector, "a Kafka connector; others are not supported yet");
        }
        Attributes attributes = new Attributes(channel, connector);
        serializers(attributes);
        durability(attributes);
        window(attributes);
        return new ChannelSettings(
                channel,
                connector,
                attributes.value("topic").orElse(channel),
                Duration.ofMillis(attributes.number("delivery.timeout.ms").orElse(DEFAULT_DELIVERY_TIMEOUT_MS)));
    }

    private void serializers(Attributes attributes) {
        attributes.require("value.serializer", "", Set.of(SERIALIZERS + "ByteArraySerializer"), "payloads are bytes");
        attributes.require(
                "key.serializer",
                SERIALIZERS + "StringSerializer",
                Set.of(SERIALIZERS + "StringSerializer"),
                "keys are aggregate ids");
    }

    /** Without acks=all a confirmed event can be lost; without idempotence the client's own retries can invert events. */
    private void durability(Attributes attributes) {
        // kafka-clients say "all"; SmallRye says "1" in its stead, which switches idempotence off without a word.
        String acks = attributes.isSmallRye() ? "1" : "all";
        attributes.require("acks", acks, Set.of("all", "-1"), "anything else loses confirmed events");
        attributes.require("enable.idempotence", "true", Set.of("true"), "without it retries double and invert events");
        attributes.require(
                "waitForWriteCompletion", "true", Set.of("true"), "events count as published when the broker has them");
        attributes.number("retries").filter(retries -> retries == 0).ifPresent(retries -> {
            throw attributes.refuse("retries", "0", "above 0, or not set: 0 switches the producer's idempotence off");
        });
        attributes
                .number("max.in.flight.requests.per.connection")
                .filter(requests -> requests > MOST_REQUESTS_WITH_IDEMPOTENCE)
                .ifPresent(requests -> {
                    throw attributes.refuse(
                            "max.in.flight.requests.per.connection",
                            requests.toString(),
                            "5 or less, or not set: more switches the producer's idempotence off");
                });
    }

    private void window(Attributes attributes) {
        if (!attributes.isSmallRye()) {
            return;
        }
        long window = attributes.number("max-inflight-messages").orElse(SMALLRYE_MAX_INFLIGHT);
        long batch = settings.number(RelaySettings.BATCH_SIZE_KEY, 500, 1, 10_000);
        if (window > 0 && window < batch) {
            warnings.accept("'" + attributes.key("max-inflight-messages") + "' is " + window + ", less than '"
                    + RelaySettings.BATCH_SIZE_KEY + "' (" + batch
                    + "): events wait inside the connector; set it to at least the batch size.");
        }
    }

    /** The attributes of one channel. */
    private final class Attributes {

        private final String channel;
        private final String connector;

        Attributes(String channel, String connector) {
            this.channel = channel;
            this.connector = connector;
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

        void require(String attribute, String preset, Set<String> allowed, String reason) {
            String value = value(attribute).orElse(preset);
            if (!allowed.contains(value.toLowerCase(Locale.ROOT)) && !allowed.contains(value)) {
                String given = value(attribute).orElse(preset.isEmpty() ? "" : preset + " by default");
                throw refuse(
                        attribute,
                        given,
                        allowed.stream().max(String::compareTo).orElseThrow() + ": " + reason);
            }
        }

        OutboxConfigurationException refuse(String attribute, String value, String rule) {
            return new OutboxConfigurationException("'" + key(attribute) + "' is "
                    + (value.isEmpty() ? "not set" : "'" + value + "'") + "; it must be " + rule + ".");
        }
    }
}
