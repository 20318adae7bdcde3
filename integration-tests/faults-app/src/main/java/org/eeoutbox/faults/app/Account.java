package org.eeoutbox.faults.app;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Counts its entries. Whoever counts holds the lock on the row, so the numbers are in the order of the commits. */
@Entity
public class Account {

    @Id
    private String id;

    @Column(name = "last_number")
    private long lastNumber;

    /** For JPA. */
    protected Account() {}

    long next() {
        lastNumber++;
        return lastNumber;
    }
}
