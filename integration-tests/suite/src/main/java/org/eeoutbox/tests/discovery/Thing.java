package org.eeoutbox.tests.discovery;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** The application's own data. */
@Entity
public class Thing {

    @Id
    private String id;

    /** For the provider. */
    protected Thing() {}

    Thing(String id) {
        this.id = id;
    }
}
