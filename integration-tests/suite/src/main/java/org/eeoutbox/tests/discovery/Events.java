package org.eeoutbox.tests.discovery;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.eeoutbox.AggregateId;
import org.eeoutbox.Outboxed;

/** One event of every form that a Java type can have. */
public final class Events {

    private Events() {}

    @Outboxed(aggregate = "a", type = "record")
    public record OfRecord(@AggregateId String id) {}

    @Outboxed(aggregate = "a", type = "class")
    public static class OfClass {
        @AggregateId
        public final String id;

        public OfClass(String id) {
            this.id = id;
        }
    }

    @Outboxed(aggregate = "a", type = "sealed")
    public sealed interface Sealed permits OfSealed {
        @AggregateId
        String id();
    }

    public record OfSealed(String id) implements Sealed {}

    @Outboxed(aggregate = "a", type = "generic")
    public record OfGeneric<T>(@AggregateId String id, T what) {}

    @Outboxed(aggregate = "a", type = "derived")
    public static class Derived extends OfClass {
        public Derived(String id) {
            super(id);
        }
    }

    public static class Unmarked extends OfClass {
        public Unmarked(String id) {
            super(id);
        }
    }

    /** Without a mark: the configuration maps it. */
    public record OfOthers(String number) {}

    /** Any qualifier of the application's own. */
    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Loud {}
}
