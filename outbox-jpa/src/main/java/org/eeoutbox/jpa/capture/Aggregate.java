package org.eeoutbox.jpa.capture;

import java.util.Comparator;

/** The unit of order: an aggregate within a channel. Sorted, so that every transaction locks counters in one order. */
record Aggregate(String channel, String type, String id) implements Comparable<Aggregate> {

    private static final Comparator<Aggregate> ORDER = Comparator.comparing(Aggregate::channel)
            .thenComparing(Aggregate::type)
            .thenComparing(Aggregate::id);

    @Override
    public int compareTo(Aggregate other) {
        return ORDER.compare(this, other);
    }
}
