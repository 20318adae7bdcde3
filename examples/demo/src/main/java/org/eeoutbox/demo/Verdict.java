package org.eeoutbox.demo;

import java.util.Locale;

/**
 * What came of a load.
 *
 * @param placed orders that were confirmed
 * @param delivered confirmed orders whose event arrived
 * @param duplicates deliveries of an event that had arrived before
 * @param outOfOrder first deliveries out of their customer's order
 * @param lost events that must exist and did not arrive
 * @param p50 median latency in milliseconds
 * @param p99 99th percentile of the latency in milliseconds
 * @param effects confirmed orders that were billed
 * @param effectDuplicates invoices of orders that had one before, of all orders
 */
record Verdict(
        int placed,
        int delivered,
        int duplicates,
        int outOfOrder,
        int lost,
        double p50,
        double p99,
        int effects,
        int effectDuplicates) {

    boolean good() {
        return outOfOrder == 0 && lost == 0 && delivered == placed && effects == placed && effectDuplicates == 0;
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "demo: placed=%d delivered=%d duplicates=%d out-of-order=%d lost=%d p50=%.1fms p99=%.1fms"
                        + " effects=%d effect-duplicates=%d",
                placed,
                delivered,
                duplicates,
                outOfOrder,
                lost,
                p50,
                p99,
                effects,
                effectDuplicates);
    }
}
