package org.eeoutbox.faults.app;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** An ordered event on a channel that skips a refused one. */
@Outboxed(aggregate = "account", type = "account.noted", channel = "notes")
public record Noted(@AggregateId String account, String key, String text) {}
