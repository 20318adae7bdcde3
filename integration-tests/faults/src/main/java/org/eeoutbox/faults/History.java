package org.eeoutbox.faults;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that is known of a run when it is over.
 *
 * @param writes what clients have asked for
 * @param stored the keys of all business rows, with the row's number among those of its aggregate: the order in which
 *     their transactions committed
 * @param deliveries what consumers have read, that of each stream in the order of the topic
 * @param decisions what operators have decided
 * @param givenUp the keys of all events that were seen in quarantine, with the reason
 * @param leftOver the keys of events that are still in the outbox, with the table
 * @param skipping the channels on which the successors of an event in quarantine leave without it
 */
record History(
        List<Write> writes,
        Map<String, Long> stored,
        List<Delivery> deliveries,
        List<Decision> decisions,
        Map<String, String> givenUp,
        Map<String, String> leftOver,
        Set<String> skipping) {

    History {
        writes = List.copyOf(writes);
        stored = Map.copyOf(stored);
        deliveries = List.copyOf(deliveries);
        decisions = List.copyOf(decisions);
        givenUp = Map.copyOf(givenUp);
        leftOver = Map.copyOf(leftOver);
        skipping = Set.copyOf(skipping);
    }
}
