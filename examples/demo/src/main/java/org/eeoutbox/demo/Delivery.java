package org.eeoutbox.demo;

import java.util.UUID;

/**
 * A record as the consumer saw it.
 *
 * @param eventId the header {@code ce_id}
 * @param customer the record's key
 * @param sequence the header {@code ce_sequence}
 * @param orderId from the payload
 * @param nanos when it was seen, by {@link System#nanoTime()}
 */
record Delivery(String eventId, String customer, long sequence, UUID orderId, long nanos) {}
