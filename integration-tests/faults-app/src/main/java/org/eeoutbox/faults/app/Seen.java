package org.eeoutbox.faults.app;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** An event without a place in the order of its account. */
@Outboxed(aggregate = "account", type = "account.seen", channel = "ledger", ordered = false)
public record Seen(@AggregateId String account, String key, String text) {}
