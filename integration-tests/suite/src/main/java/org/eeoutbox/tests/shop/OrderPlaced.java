package org.eeoutbox.tests.shop;

import java.math.BigDecimal;
import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

@Outboxed(aggregate = "order", type = "order.placed", version = 2, channel = "orders")
public record OrderPlaced(@AggregateId String orderId, BigDecimal total, String note) {}
