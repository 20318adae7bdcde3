package org.eeoutbox.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Compares what was confirmed with what arrived. An order whose request failed may have been stored or not; its event
 * is welcome, and missed only if a later event of the customer shows by its sequence that there was one. Thread-safe.
 */
final class Ledger {

    private final Map<UUID, Placement> placed = new HashMap<>();
    private final Map<String, List<Delivery>> firsts = new LinkedHashMap<>();
    private final Map<UUID, Delivery> byOrder = new HashMap<>();
    private final Set<String> eventIds = new HashSet<>();
    private Map<UUID, Integer> effects = Map.of();
    private int duplicates;

    synchronized void placed(Placement placement) {
        placed.put(placement.orderId(), placement);
    }

    synchronized void delivered(Delivery delivery) {
        if (!eventIds.add(delivery.eventId())) {
            duplicates++;
            return;
        }
        firsts.computeIfAbsent(delivery.customer(), customer -> new ArrayList<>())
                .add(delivery);
        byOrder.putIfAbsent(delivery.orderId(), delivery);
    }

    /** Takes what the consumer has made of the events: how many effects each order has by now. */
    synchronized void effects(Map<UUID, Integer> byOrder) {
        effects = byOrder;
    }

    synchronized int placedCount() {
        return placed.size();
    }

    /** Whether every confirmed order has had its effect, and every event that has arrived. */
    synchronized boolean complete() {
        return byOrder.keySet().containsAll(placed.keySet())
                && effects.keySet().containsAll(placed.keySet())
                && effects.keySet().containsAll(byOrder.keySet());
    }

    /** Draws the balance. */
    synchronized Verdict verdict() {
        Map<String, Integer> missing = new HashMap<>();
        placed.values().stream()
                .filter(placement -> !arrived(placement))
                .forEach(placement -> missing.merge(placement.customer(), 1, Integer::sum));
        int outOfOrder = 0;
        int lost = 0;
        for (Map.Entry<String, List<Delivery>> customer : firsts.entrySet()) {
            outOfOrder += outOfOrder(customer.getValue());
            // A missing order is also a gap, unless nothing came after it: the same loss is not counted twice.
            Integer unseen = missing.remove(customer.getKey());
            lost += Math.max(gaps(customer.getValue()), unseen == null ? 0 : unseen);
        }
        lost += missing.values().stream().mapToInt(Integer::intValue).sum();
        int delivered = (int) placed.values().stream().filter(this::arrived).count();
        List<Double> latencies = latencies();
        return new Verdict(
                placed.size(),
                delivered,
                duplicates,
                outOfOrder,
                lost,
                percentile(latencies, 50),
                percentile(latencies, 99),
                (int) placed.keySet().stream().filter(effects::containsKey).count(),
                effects.values().stream().mapToInt(each -> each - 1).sum());
    }

    private boolean arrived(Placement placement) {
        Delivery delivery = byOrder.get(placement.orderId());
        return delivery != null && delivery.customer().equals(placement.customer());
    }

    /** Counts the deliveries that do not continue the sequence, or that come before an order placed earlier. */
    private int outOfOrder(List<Delivery> deliveries) {
        int count = 0;
        long highest = 0;
        int latest = -1;
        for (Delivery delivery : deliveries) {
            Placement placement = placed.get(delivery.orderId());
            int index = placement == null ? latest : placement.index();
            if (delivery.sequence() != highest + 1 || index < latest) {
                count++;
            }
            highest = Math.max(highest, delivery.sequence());
            latest = Math.max(latest, index);
        }
        return count;
    }

    private static int gaps(List<Delivery> deliveries) {
        Set<Long> seen = new HashSet<>();
        deliveries.forEach(delivery -> seen.add(delivery.sequence()));
        long highest = seen.stream().mapToLong(Long::longValue).max().orElse(0);
        return (int) (highest - seen.size());
    }

    private List<Double> latencies() {
        return placed.values().stream()
                .filter(this::arrived)
                .map(placement -> byOrder.get(placement.orderId()).nanos() - placement.nanos())
                .map(nanos -> Math.max(0, nanos) / 1e6)
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    private static double percentile(List<Double> sorted, int percent) {
        if (sorted.isEmpty()) {
            return Double.NaN;
        }
        int rank = (int) Math.ceil(sorted.size() * percent / 100.0);
        return sorted.get(Math.max(0, rank - 1));
    }
}
