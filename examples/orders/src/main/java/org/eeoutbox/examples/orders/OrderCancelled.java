package org.eeoutbox.examples.orders;

import java.util.UUID;
import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/**
 * A customer has cancelled an order.
 *
 * @param customer who
 * @param orderId the order
 */
@Outboxed(aggregate = "customer", type = "order.cancelled", channel = "orders")
public record OrderCancelled(@AggregateId String customer, UUID orderId) {}
