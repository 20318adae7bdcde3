package org.eeoutbox.examples.billing;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigDecimal;
import java.util.UUID;

/** An invoice. Its key says nothing of the order: what keeps an order from being billed twice is the inbox alone. */
@Entity
public class Invoice {

    @Id
    private UUID number;

    @Column(name = "order_id")
    private UUID orderId;

    private String customer;
    private BigDecimal total;
    private boolean cancelled;

    protected Invoice() {}

    Invoice(UUID orderId, String customer, BigDecimal total) {
        this.number = UUID.randomUUID();
        this.orderId = orderId;
        this.customer = customer;
        this.total = total;
    }

    public UUID getNumber() {
        return number;
    }

    public UUID getOrderId() {
        return orderId;
    }

    public String getCustomer() {
        return customer;
    }

    public BigDecimal getTotal() {
        return total;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    void cancel() {
        cancelled = true;
    }
}
