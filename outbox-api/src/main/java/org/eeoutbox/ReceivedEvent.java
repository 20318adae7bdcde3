package org.eeoutbox;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * What a consumer has to know of an event to process it once and in order. Immutable.
 *
 * @param id the event's id, the same at every delivery and unique for the consumer; from 1 to {@value #MAX_ID} characters
 * @param position where the event stands among those of its aggregate; empty if it does not say
 */
public record ReceivedEvent(String id, Optional<Position> position) {

    /** The longest id, in characters. */
    public static final int MAX_ID = 255;

    private static final int MAX_SOURCE = 255;

    /**
     * A place among the events of one aggregate.
     *
     * @param source who counts: the CloudEvents attribute {@code source}
     * @param aggregateType the type of the aggregate, may be empty
     * @param aggregateId the id of the aggregate
     * @param sequence the number of this event
     * @param previousSequence the number of the event that was published before it, 0 if there was none; empty if
     *     nobody says, when a gap cannot be seen
     */
    public record Position(
            String source, String aggregateType, String aggregateId, long sequence, OptionalLong previousSequence) {

        /**
         * Checks that nothing is missing.
         *
         * @param source not null
         * @param aggregateType not null
         * @param aggregateId not null
         * @param sequence any number
         * @param previousSequence not null
         * @throws NullPointerException if something is {@code null}
         */
        public Position {
            requireNonNull(source, "source");
            requireNonNull(aggregateType, "aggregateType");
            requireNonNull(aggregateId, "aggregateId");
            requireNonNull(previousSequence, "previousSequence");
        }
    }

    /**
     * Checks the id.
     *
     * @param id not null
     * @param position not null
     * @throws OutboxMessageException if it is blank or too long
     * @throws NullPointerException if something is {@code null}
     */
    public ReceivedEvent {
        requireNonNull(position, "position");
        if (requireNonNull(id, "id").isBlank() || id.length() > MAX_ID) {
            throw new OutboxMessageException("An event id has " + id.length() + " characters; the inbox takes those"
                    + " with 1 to " + MAX_ID + " that are not all blank.");
        }
    }

    /**
     * An event of which only the id is known.
     *
     * @param id its id
     * @return the event
     * @throws OutboxMessageException if the id is blank or too long
     */
    public static ReceivedEvent of(String id) {
        return new ReceivedEvent(id, Optional.empty());
    }

    /**
     * Reads the attributes of a CloudEvent 1.0 as the outbox sends it: {@code id}, {@code source}, {@code subject} (the
     * aggregate's id), {@code aggregatetype}, {@code sequence} and {@code previoussequence}. Without a subject, or with a
     * sequence that is no number or a text that is too long, the event counts as one without an order.
     *
     * @param attributes gives the value of an attribute by its bare name, such as {@code id}; {@code null} if there is
     *     none
     * @return the event; empty if it has no id
     * @throws OutboxMessageException if the id is blank or too long
     */
    public static Optional<ReceivedEvent> ofCloudEvent(UnaryOperator<String> attributes) {
        String id = attributes.apply("id");
        return id == null ? Optional.empty() : Optional.of(new ReceivedEvent(id, position(attributes)));
    }

    private static Optional<Position> position(UnaryOperator<String> attributes) {
        OptionalLong sequence = number(attributes.apply("sequence"));
        String subject = attributes.apply("subject");
        String source = orEmpty(attributes.apply("source"));
        String type = orEmpty(attributes.apply("aggregatetype"));
        if (sequence.isEmpty()
                || subject == null
                || subject.length() > OutboxMessage.MAX_AGGREGATE_ID
                || type.length() > OutboxMessage.MAX_AGGREGATE_TYPE
                || source.length() > MAX_SOURCE) {
            return Optional.empty();
        }
        OptionalLong previous = number(attributes.apply("previoussequence"));
        return Optional.of(new Position(source, type, subject, sequence.getAsLong(), previous));
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    private static OptionalLong number(String text) {
        try {
            return text == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
