package org.eeoutbox.tests.commit;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An entity whose id the application assigns; its callbacks are traced. */
@Entity
@Table(name = "probe_named")
@EntityListeners(Callbacks.class)
public class Named {

    @Id
    private String name;

    private int touched;

    protected Named() {}

    public Named(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    public void touch() {
        touched++;
    }
}
