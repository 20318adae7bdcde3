package org.eeoutbox.tests.shop;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Table;
import java.math.BigDecimal;

/** The business data; its listener fires events from the provider's callbacks if the note asks for it. */
@Entity
@Table(name = "purchase_order")
@EntityListeners(PurchaseOrder.Listener.class)
public class PurchaseOrder {

    static final String FIRE = "fire from callbacks";

    @Id
    private String id;

    @Column(name = "note")
    private String note;

    protected PurchaseOrder() {}

    public PurchaseOrder(String id, String note) {
        this.id = id;
        this.note = note;
    }

    public void setNote(String note) {
        this.note = note;
    }

    public static class Listener {

        @PostPersist
        void persisted(PurchaseOrder order) {
            fire(order, "post-persist");
        }

        @PreUpdate
        void updating(PurchaseOrder order) {
            fire(order, "pre-update");
        }

        private static void fire(PurchaseOrder order, String callback) {
            if (order.note.startsWith(FIRE)) {
                CDI.current().getBeanManager().getEvent().fire(new OrderPlaced(order.id, BigDecimal.ONE, callback));
            }
        }
    }
}
