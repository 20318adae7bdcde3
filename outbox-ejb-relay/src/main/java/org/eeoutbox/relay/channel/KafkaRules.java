package org.eeoutbox.relay.channel;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/** What a Kafka channel must be like. */
final class KafkaRules {

    private static final String SERIALIZERS = "org.apache.kafka.common.serialization.";
    private static final long DEFAULT_DELIVERY_TIMEOUT_MS = 120_000;
    private static final long SMALLRYE_MAX_INFLIGHT = 1024;
    private static final int MOST_REQUESTS_WITH_IDEMPOTENCE = 5;

    private final Settings settings;
    private final Consumer<String> warnings;

    KafkaRules(Settings settings, Consumer<String> warnings) {
        this.settings = settings;
        this.warnings = warnings;
    }

    ChannelSettings check(Attributes attributes) {
        serializers(attributes);
        durability(attributes);
        window(attributes);
        String topic = attributes.value("topic").orElse(attributes.channel());
        return new ChannelSettings(
                attributes.channel(),
                attributes.connector(),
                cloudEvent -> new KafkaRecords(topic, cloudEvent),
                Duration.ofMillis(attributes.number("delivery.timeout.ms").orElse(DEFAULT_DELIVERY_TIMEOUT_MS)));
    }

    private static void serializers(Attributes attributes) {
        attributes.require("value.serializer", "", Set.of(SERIALIZERS + "ByteArraySerializer"), "payloads are bytes");
        attributes.require(
                "key.serializer",
                SERIALIZERS + "StringSerializer",
                Set.of(SERIALIZERS + "StringSerializer"),
                "keys are aggregate ids");
    }

    /** Without acks=all a confirmed event can be lost; without idempotence the client's own retries can invert events. */
    private static void durability(Attributes attributes) {
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
}
