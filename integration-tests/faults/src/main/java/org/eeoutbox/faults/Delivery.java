package org.eeoutbox.faults;

import java.util.OptionalLong;

/**
 * A record that a consumer has read.
 *
 * @param stream where
 * @param key the event's key, as its payload says
 * @param id the event's id, as its headers say
 * @param sequence its place in the stream, as its headers say
 * @param digest of its payload
 * @param place partition and offset
 */
record Delivery(Stream stream, String key, String id, OptionalLong sequence, String digest, String place) {}
