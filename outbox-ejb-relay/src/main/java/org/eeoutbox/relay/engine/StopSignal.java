package org.eeoutbox.relay.engine;

/** Tells the workers to stop, and until when they may wait for answers. Safe for use by several threads. */
final class StopSignal {

    private volatile boolean requested;
    private volatile long deadline;

    void request(long until) {
        deadline = until;
        requested = true;
    }

    boolean requested() {
        return requested;
    }

    /** The nanoseconds that are left, 0 or less if none; the largest number while nobody wants to stop. */
    long remaining(long now) {
        return requested ? deadline - now : Long.MAX_VALUE;
    }
}
