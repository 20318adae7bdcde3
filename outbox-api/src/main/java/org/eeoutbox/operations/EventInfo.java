package org.eeoutbox.operations;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * All about one event but what it carries.
 *
 * @param id the same at every delivery
 * @param state where it is
 * @param aggregate what it is about, and through which channel it leaves
 * @param type the name under which consumers know it
 * @param version the version of its payload's schema
 * @param sequence its place in the aggregate's own count; empty for an unordered event
 * @param payloadBytes how large its payload is; empty for a tombstone
 * @param occurredAt when it was fired
 * @param since when it was published or given up; {@code occurredAt} in the other states
 * @param waiting why and until when it waits; empty in the other states
 * @param failure its last failure; empty if there was none, or if it is pending or published
 */
public record EventInfo(
        UUID id,
        EventState state,
        AggregateKey aggregate,
        String type,
        int version,
        OptionalLong sequence,
        OptionalInt payloadBytes,
        Instant occurredAt,
        Instant since,
        Optional<Waiting> waiting,
        Optional<Failure> failure) {

    /**
     * Why an event waits.
     *
     * @param reason {@code retry} after a failure, {@code blocked} behind another event of its aggregate,
     *     {@code delayed}, {@code replay} to be sent once more, or {@code newer} for a release that understands it;
     *     later releases may add others
     * @param until when it is due, by the database's clock; empty if it waits for another event
     */
    public record Waiting(String reason, Optional<Instant> until) {}

    /**
     * A failure to send an event.
     *
     * @param attempts how often it was tried
     * @param kind what sort of failure the last one was
     * @param error what the last one said; in a list, the first {@value #LISTED_ERROR} characters
     */
    public record Failure(int attempts, String kind, String error) {

        /** How many characters of an error a list shows. */
        public static final int LISTED_ERROR = 500;
    }
}
