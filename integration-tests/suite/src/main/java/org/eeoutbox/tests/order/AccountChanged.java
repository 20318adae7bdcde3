package org.eeoutbox.tests.order;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

@Outboxed(aggregate = "account", type = "account.changed", channel = "accounts")
public record AccountChanged(@AggregateId String account, String note) {}
