package org.eeoutbox.relay.channel;

import java.time.Duration;
import java.util.function.Function;

/**
 * One channel of the outbox, checked.
 *
 * @param name its name
 * @param connector the connector that serves it
 * @param form what its messages look like
 * @param deliveryTimeout the longest that the broker's client goes on trying
 */
record ChannelSettings(
        String name, String connector, Function<CloudEvent, MessageForm> form, Duration deliveryTimeout) {}
