package org.eeoutbox.tests.order;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** A part of an account that is inserted without the account's knowing. */
@Entity
public class Booking {

    @Id
    private UUID id;

    private String account;

    protected Booking() {}

    Booking(String account) {
        this.id = UUID.randomUUID();
        this.account = account;
    }
}
