package org.eeoutbox.tests.inbox;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** What the consumer reads. */
@Outboxed(aggregate = "sale", type = "sale.made", channel = "sales")
public record Sale(@AggregateId String id) {}
