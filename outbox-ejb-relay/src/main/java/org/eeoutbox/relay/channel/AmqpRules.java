package org.eeoutbox.relay.channel;

import java.time.Duration;
import java.util.Set;

/**
 * What a channel of SmallRye's AMQP 1.0 connector must be like. The relay makes the messages itself, durable and without
 * an end, so what the connector would do to its own is not asked for.
 */
final class AmqpRules {

    private static final long DEFAULT_RETRIES = 6;
    private static final long DEFAULT_RETRY_SECONDS = 5;
    private static final long DEFAULT_CONNECT_MILLIS = 1_000;

    private AmqpRules() {}

    static ChannelSettings check(Attributes attributes) {
        attributes.require("ttl", "0", Set.of("0"), "an event has no end; let the broker expire what is not read");
        if (attributes.value("cloud-events-type").isPresent()) {
            attributes.require(
                    "cloud-events", "true", Set.of("false"), "the relay writes an event's attributes itself");
        }
        return new ChannelSettings(
                attributes.channel(), attributes.connector(), AmqpMessages::new, longestSend(attributes));
    }

    /** The connector tries a send again after back-offs that reach the interval, and connects before each attempt. */
    private static Duration longestSend(Attributes attributes) {
        long retries = attributes.number("retry-on-fail-attempts").orElse(DEFAULT_RETRIES);
        long interval = attributes.number("retry-on-fail-interval").orElse(DEFAULT_RETRY_SECONDS);
        long connect = attributes.number("connect-timeout").orElse(DEFAULT_CONNECT_MILLIS);
        return Duration.ofSeconds(interval).multipliedBy(retries).plusMillis(connect * (retries + 1));
    }
}
