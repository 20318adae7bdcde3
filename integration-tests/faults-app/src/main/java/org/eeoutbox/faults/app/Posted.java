package org.eeoutbox.faults.app;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** An ordered event on a channel that holds the successors of a refused one. */
@Outboxed(aggregate = "account", type = "account.posted", channel = "ledger")
public record Posted(@AggregateId String account, String key, String text) {}
