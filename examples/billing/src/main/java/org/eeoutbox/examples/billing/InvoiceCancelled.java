package org.eeoutbox.examples.billing;

import java.util.UUID;
import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/**
 * A customer need not pay after all.
 *
 * @param customer who
 * @param invoice the number of the invoice
 */
@Outboxed(aggregate = "customer", type = "invoice.cancelled", channel = "invoices")
public record InvoiceCancelled(@AggregateId String customer, UUID invoice) {}
