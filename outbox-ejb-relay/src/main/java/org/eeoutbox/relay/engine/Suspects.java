package org.eeoutbox.relay.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Events of one channel that failed without saying whose fault it was. When one fails again, and the channel has
 * confirmed others in between, the fault is the event's. Safe for use by several threads.
 */
final class Suspects {

    /** More are forgotten, the oldest first; they only become suspects once more. */
    private static final int MOST = 10_000;

    private final Map<UUID, Long> confirmationsAtFailure = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Long> eldest) {
            return size() > MOST;
        }
    };

    private long confirmations;

    synchronized void confirmed(UUID event) {
        confirmations++;
        if (!confirmationsAtFailure.isEmpty()) {
            confirmationsAtFailure.remove(event);
        }
    }

    /** Notes a failure; {@code true} if it is the event's fault. */
    synchronized boolean isConvicted(UUID event) {
        Long before = confirmationsAtFailure.putIfAbsent(event, confirmations);
        boolean convicted = before != null && confirmations > before;
        if (convicted) {
            confirmationsAtFailure.remove(event);
        }
        return convicted;
    }
}
