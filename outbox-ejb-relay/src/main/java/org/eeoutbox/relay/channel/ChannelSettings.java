package org.eeoutbox.relay.channel;

import java.time.Duration;

/**
 * One channel of the outbox, checked.
 *
 * @param name its name
 * @param connector the connector that serves it
 * @param topic where its events go
 * @param deliveryTimeout the longest that the broker's client goes on trying
 */
record ChannelSettings(String name, String connector, String topic, Duration deliveryTimeout) {}
