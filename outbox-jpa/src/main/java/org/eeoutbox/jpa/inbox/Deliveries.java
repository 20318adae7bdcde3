package org.eeoutbox.jpa.inbox;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.ReceivedEvent.Position;
import org.eeoutbox.spi.InboxCounts;

/** Counts deliveries, and logs those that an operator may want to know of. Safe for use by several threads. */
final class Deliveries implements InboxCounts {

    private final Map<String, Map<Kind, LongAdder>> counts = new ConcurrentHashMap<>();
    private final InboxLog log;

    /**
     * No deliveries yet.
     *
     * @param consumers those that are known
     * @param nanoClock a monotonic clock in nanoseconds
     */
    Deliveries(Collection<String> consumers, LongSupplier nanoClock) {
        this.log = new InboxLog(nanoClock);
        consumers.forEach(this::counters);
    }

    private Map<Kind, LongAdder> counters(String consumer) {
        return counts.computeIfAbsent(consumer, name -> {
            Map<Kind, LongAdder> kinds = new EnumMap<>(Kind.class);
            for (Kind kind : Kind.values()) {
                kinds.put(kind, new LongAdder());
            }
            return kinds;
        });
    }

    void add(String consumer, Kind kind) {
        counters(consumer).get(kind).increment();
    }

    /** What was found out before anything was done. */
    void arrived(ReceivedEvent event, String consumer, Arrival arrival) {
        if (arrival != Arrival.IN_ORDER) {
            add(consumer, Kind.valueOf(arrival.name()));
            log.arrived(arrival, consumer, describe(event, consumer, arrival));
        }
    }

    /** Why an event is rejected. */
    String rejection(ReceivedEvent event, String consumer, Arrival arrival) {
        return describe(event, consumer, arrival) + " It is rejected (outbox.inbox." + consumer + ".order).";
    }

    private static String describe(ReceivedEvent event, String consumer, Arrival arrival) {
        String what =
                switch (arrival) {
                    case GAP -> "comes before its predecessor, number " + previous(event);
                    case INVERSION -> "comes after later ones that have been processed";
                    case REPEAT -> "comes again and is skipped";
                    case LATE_DUPLICATE -> "comes again after later ones and is skipped";
                    case UNORDERED_DUPLICATE, IN_ORDER -> "has been processed before and is skipped";
                };
        String number = event.position()
                .map(position -> ", number " + position.sequence() + " of " + aggregate(position) + ",")
                .orElse("");
        return "Event " + event.id() + number + " " + what + " (consumer '" + consumer + "').";
    }

    private static long previous(ReceivedEvent event) {
        return event.position().orElseThrow().previousSequence().orElse(0);
    }

    private static String aggregate(Position position) {
        return (position.aggregateType() + ' ' + position.aggregateId()).strip();
    }

    @Override
    public Set<String> consumers() {
        return new TreeSet<>(counts.keySet());
    }

    @Override
    public long count(String consumer, Kind kind) {
        Map<Kind, LongAdder> kinds = counts.get(consumer);
        return kinds == null ? 0 : kinds.get(kind).sum();
    }
}
