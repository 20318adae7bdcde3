package org.eeoutbox.operations;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param events in the order of their ids, which is about that of their occurrence; published ones in the order of their
 *     publication. Unmodifiable
 * @param next where the next part begins, for {@link OutboxOperations#find}; empty if this is the last. To be handed
 *     back as it is
 */
public record EventPage(List<EventInfo> events, Optional<String> next) {

    /**
     * Copies the list.
     *
     * @param events any list
     * @param next as above
     */
    public EventPage {
        events = List.copyOf(events);
    }
}
