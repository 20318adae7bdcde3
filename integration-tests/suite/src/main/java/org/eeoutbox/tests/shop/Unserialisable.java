package org.eeoutbox.tests.shop;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

@Outboxed(aggregate = "order", type = "order.broken", channel = "orders")
public class Unserialisable {

    @AggregateId
    final String orderId = "1";

    public String getSecret() {
        throw new IllegalStateException("s3cret-marker");
    }
}
