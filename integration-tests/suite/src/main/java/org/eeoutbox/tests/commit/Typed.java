package org.eeoutbox.tests.commit;

import java.time.OffsetDateTime;
import java.util.UUID;

/** Mapped in META-INF/probe-orm.xml alone, without a converter. */
public class Typed {

    private UUID id;
    private UUID reference;
    private OffsetDateTime happenedAt;

    protected Typed() {}

    Typed(UUID id, UUID reference, OffsetDateTime happenedAt) {
        this.id = id;
        this.reference = reference;
        this.happenedAt = happenedAt;
    }

    UUID reference() {
        return reference;
    }

    OffsetDateTime happenedAt() {
        return happenedAt;
    }
}
