package org.eeoutbox.tests.inbox;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** What the consumer tells others. */
@Outboxed(aggregate = "invoice", type = "invoice.written", channel = "billed")
public record Billed(@AggregateId String sale) {}
