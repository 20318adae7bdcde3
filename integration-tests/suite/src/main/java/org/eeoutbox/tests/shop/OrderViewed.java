package org.eeoutbox.tests.shop;

import java.util.UUID;
import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** A class that can change, whose order does not matter. */
@Outboxed(aggregate = "order", type = "order.viewed", ordered = false, channel = "orders")
public class OrderViewed {

    private final UUID orderId;
    private String by;

    public OrderViewed(UUID orderId, String by) {
        this.orderId = orderId;
        this.by = by;
    }

    @AggregateId
    public UUID getOrderId() {
        return orderId;
    }

    public String getBy() {
        return by;
    }

    public void setBy(String by) {
        this.by = by;
    }
}
