package org.eeoutbox.tests.payara.discovery;

import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** Classes that an application cannot be deployed with. */
final class Faults {

    private Faults() {}

    @Outboxed(aggregate = "a", type = "t")
    public record WithoutId(String id) {}

    @Outboxed(aggregate = "a", type = "t")
    public record WithTwoIds(
            @AggregateId String one, @AggregateId String two) {}

    @Outboxed(aggregate = "a", type = "t")
    public record WithDouble(@AggregateId double id) {}
}
