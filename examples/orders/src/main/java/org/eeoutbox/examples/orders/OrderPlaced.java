package org.eeoutbox.examples.orders;

import java.math.BigDecimal;
import java.util.UUID;
import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/**
 * A customer has placed an order. The events of one customer leave in the order of their transactions.
 *
 * @param customer who
 * @param orderId the new order
 * @param total its worth
 */
@Outboxed(aggregate = "customer", type = "order.placed", channel = "orders")
public record OrderPlaced(@AggregateId String customer, UUID orderId, BigDecimal total) {}
