package org.eeoutbox.examples.billing;

import java.math.BigDecimal;
import java.util.UUID;

/** The part of the orders service's events that matters here. */
public class OrderEvent {
    public String customer;
    public UUID orderId;
    public BigDecimal total;
}
