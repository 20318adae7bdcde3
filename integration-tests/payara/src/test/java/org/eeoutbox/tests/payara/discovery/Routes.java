package org.eeoutbox.tests.payara.discovery;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** Sound event classes with channels of their own. */
final class Routes {

    private Routes() {}

    @Outboxed(aggregate = "a", type = "t", channel = "orders")
    public record Ordered(@AggregateId String id) {}

    @Outboxed(aggregate = "a", type = "t", channel = "nowhere")
    public record Lost(@AggregateId String id) {}
}
