package org.eeoutbox.tests.inbox;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** An effect. Its own key does not keep it from happening twice. */
@Entity
@Table(name = "invoice")
public class Invoice {

    @Id
    private UUID id;

    private String sale;

    /** For JPA. */
    protected Invoice() {}

    Invoice(String sale) {
        this.id = UUID.randomUUID();
        this.sale = sale;
    }

    String sale() {
        return sale;
    }
}
