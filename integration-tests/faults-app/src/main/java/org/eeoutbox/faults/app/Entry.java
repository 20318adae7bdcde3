package org.eeoutbox.faults.app;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** The business row beside an event. */
@Entity
public class Entry {

    @Id
    private String id;

    private String account;

    @Column(name = "entry_number")
    private long number;

    /** For JPA. */
    protected Entry() {}

    Entry(String id, String account, long number) {
        this.id = id;
        this.account = account;
        this.number = number;
    }
}
