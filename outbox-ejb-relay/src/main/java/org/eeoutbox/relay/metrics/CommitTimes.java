package org.eeoutbox.relay.metrics;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * When events were committed, for those whose confirmation is still awaited. Holds a fixed number of them; another one
 * that falls on the same place puts the older out, whose latency is then not measured. Safe for use by several threads.
 */
final class CommitTimes {

    private static final int PLACES = 1 << 14;

    private record Commit(UUID event, long nanos) {}

    private final AtomicReferenceArray<Commit> places = new AtomicReferenceArray<>(PLACES);

    void put(UUID event, long nanos) {
        places.set(place(event), new Commit(event, nanos));
    }

    /** When the event was committed; asked once. {@code null} if that is not known. */
    Long take(UUID event) {
        int place = place(event);
        Commit commit = places.get(place);
        if (commit == null || !commit.event.equals(event)) {
            return null;
        }
        places.compareAndSet(place, commit, null);
        return commit.nanos;
    }

    private static int place(UUID event) {
        int hash = event.hashCode() * 0x9E3779B9;
        return hash >>> 32 - 14;
    }
}
