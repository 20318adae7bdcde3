package org.eeoutbox.relay.channel;

import java.util.Map;

/**
 * What a consumer got.
 *
 * @param key what keeps the events of an aggregate together at this broker
 * @param attributes the CloudEvents attributes, by their bare names
 * @param headers everything else that came beside the payload
 * @param payload null for a tombstone
 */
record Arrival(String key, Map<String, String> attributes, Map<String, String> headers, byte[] payload) {

    String id() {
        return attributes.get("id");
    }
}
