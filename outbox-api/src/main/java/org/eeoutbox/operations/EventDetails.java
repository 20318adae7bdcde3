package org.eeoutbox.operations;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One event and how its aggregate stands.
 *
 * @param event the event, with all of its error
 * @param block what the aggregate stands at; empty if nothing is in its way
 */
public record EventDetails(EventInfo event, Optional<Block> block) {

    /**
     * What stands in the way of an aggregate.
     *
     * @param held {@code true} if its events wait for {@code eventId}; {@code false} if that event was left out and the
     *     next one, not sent yet, will tell so
     * @param eventId the event that it stands at
     * @param sequence that event's sequence
     * @param previousSequence what was published before that event
     * @param since since when
     * @param waiting how many events wait behind it
     */
    public record Block(
            boolean held, UUID eventId, long sequence, long previousSequence, Instant since, long waiting) {}
}
