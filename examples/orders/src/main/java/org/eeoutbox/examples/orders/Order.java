package org.eeoutbox.examples.orders;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.UUID;

/** An order; {@code ORDER} itself is a word of SQL. */
@Entity
@Table(name = "orders")
public class Order {

    @Id
    private UUID id;

    private String customer;
    private BigDecimal total;
    private boolean cancelled;

    protected Order() {}

    Order(UUID id, String customer, BigDecimal total) {
        this.id = id;
        this.customer = customer;
        this.total = total;
    }

    public UUID getId() {
        return id;
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

    /** Says whether this changed anything. */
    boolean cancel() {
        boolean changed = !cancelled;
        cancelled = true;
        return changed;
    }
}
