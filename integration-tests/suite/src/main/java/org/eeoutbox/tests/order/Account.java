package org.eeoutbox.tests.order;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/** An aggregate as most applications have it. */
@Entity
public class Account {

    @Id
    private String id;

    private long balance;

    @Version
    private long version;

    protected Account() {}

    Account(String id) {
        this.id = id;
    }

    void add(long amount) {
        balance += amount;
    }
}
