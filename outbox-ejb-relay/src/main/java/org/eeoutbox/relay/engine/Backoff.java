package org.eeoutbox.relay.engine;

import java.util.function.DoubleSupplier;

/** Exponential back-off, half of it jitter so that nodes that failed together do not come back together. */
final class Backoff {

    private static final int MAX_DOUBLINGS = 30;

    private final long minNanos;
    private final long maxNanos;
    private final DoubleSupplier random;

    Backoff(long minNanos, long maxNanos, DoubleSupplier random) {
        this.minNanos = minNanos;
        this.maxNanos = maxNanos;
        this.random = random;
    }

    /** The delay in nanoseconds after the given number of failures in a row, from 1. */
    long after(int failures) {
        double full = Math.min(maxNanos, minNanos * (double) (1L << Math.min(failures - 1, MAX_DOUBLINGS)));
        return (long) (full / 2 + full / 2 * random.getAsDouble());
    }
}
