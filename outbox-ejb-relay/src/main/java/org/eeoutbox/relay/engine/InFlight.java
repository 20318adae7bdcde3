package org.eeoutbox.relay.engine;

/** The sends of one worker that have no answer yet, in the order of sending. Used by its thread alone. */
final class InFlight {

    private final long timeoutNanos;
    private Send oldest;
    private Send newest;
    private int size;

    InFlight(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    void add(Send send) {
        send.older = newest;
        if (newest == null) {
            oldest = send;
        } else {
            newest.newer = send;
        }
        newest = send;
        size++;
    }

    void remove(Send send) {
        if (send.older == null) {
            oldest = send.newer;
        } else {
            send.older.newer = send.newer;
        }
        if (send.newer == null) {
            newest = send.older;
        } else {
            send.newer.older = send.older;
        }
        send.older = null;
        send.newer = null;
        size--;
    }

    int size() {
        return size;
    }

    /** The nanoseconds until the next send times out, 0 or less if one has; the largest number if there is none. */
    long untilTimeout(long now) {
        return oldest == null ? Long.MAX_VALUE : timeoutNanos - (now - oldest.sentAt);
    }

    Send oldest() {
        return oldest;
    }
}
