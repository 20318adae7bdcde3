package org.eeoutbox.relay.metrics;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** How many of the recorded numbers lie below each bound. Safe for use by several threads. */
final class Histogram implements LongConsumer {

    private final long[] bounds;
    private final LongAdder[] counts;
    private final LongAdder sum = new LongAdder();

    Histogram(long[] bounds) {
        this.bounds = bounds;
        this.counts = new LongAdder[bounds.length + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    @Override
    public void accept(long number) {
        int i = 0;
        while (i < bounds.length && number > bounds[i]) {
            i++;
        }
        counts[i].increment();
        sum.add(number);
    }

    /** How many numbers were not above a bound; with the number of bounds, how many there were. */
    long upTo(int bound) {
        long count = 0;
        for (int i = 0; i <= bound; i++) {
            count += counts[i].sum();
        }
        return count;
    }

    long count() {
        return upTo(bounds.length);
    }

    long sum() {
        return sum.sum();
    }
}
