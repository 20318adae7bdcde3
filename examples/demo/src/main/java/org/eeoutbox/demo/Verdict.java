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
 */
record Verdict(int placed, int delivered, int duplicates, int outOfOrder, int lost, double p50, double p99) {

    boolean good() {
        return outOfOrder == 0 && lost == 0 && delivered == placed;
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "demo: placed=%d delivered=%d duplicates=%d out-of-order=%d lost=%d p50=%.1fms p99=%.1fms",
                placed,
                delivered,
                duplicates,
                outOfOrder,
                lost,
                p50,
                p99);
    }
}
