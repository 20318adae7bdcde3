package org.eeoutbox.examples.billing;

import java.math.BigDecimal;
import java.util.UUID;
import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/**
 * A customer has to pay for an order.
 *
 * @param customer who
 * @param invoice the number of the invoice
 * @param orderId for what
 * @param total how much
 */
@Outboxed(aggregate = "customer", type = "invoice.written", channel = "invoices")
public record InvoiceWritten(@AggregateId String customer, UUID invoice, UUID orderId, BigDecimal total) {}
