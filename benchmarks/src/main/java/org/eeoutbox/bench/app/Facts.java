package org.eeoutbox.bench.app;

import java.math.BigDecimal;
import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** Equal events, of which the outbox orders one kind and not the other. */
final class Facts {

    private Facts() {}

    /** Ordered within its aggregate. */
    @Outboxed(aggregate = "order", type = "order.changed")
    public record Ordered(@AggregateId String orderId, BigDecimal total, String note) {}

    /** In no order. */
    @Outboxed(aggregate = "order", type = "order.viewed", ordered = false)
    public record Unordered(@AggregateId String orderId, BigDecimal total, String note) {}
}
