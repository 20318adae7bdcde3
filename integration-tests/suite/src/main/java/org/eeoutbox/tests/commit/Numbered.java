package org.eeoutbox.tests.commit;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An entity whose id the database assigns at the INSERT; it has no callbacks. */
@Entity
@Table(name = "probe_numbered")
public class Numbered {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    private String name;

    protected Numbered() {}

    public Numbered(String name) {
        this.name = name;
    }
}
