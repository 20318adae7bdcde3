package org.eeoutbox.operations;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.OutboxOperationException;

/**
 * Which events. All that is set must hold, and texts must be equal: there are no patterns. Immutable; each method
 * returns another value.
 */
public final class EventCriteria {

    private static final int MAX_ERROR_KIND = 100;

    private final EventState state;
    private final String channel;
    private final String aggregateType;
    private final String aggregateId;
    private final String type;
    private final UUID id;
    private final String errorKind;
    private final Instant from;
    private final Instant until;

    private EventCriteria(Parts parts) {
        state = parts.state;
        channel = parts.channel;
        aggregateType = parts.aggregateType;
        aggregateId = parts.aggregateId;
        type = parts.type;
        id = parts.id;
        errorKind = parts.errorKind;
        from = parts.from;
        until = parts.until;
    }

    /**
     * All events in a state.
     *
     * @param state where to look
     * @return to be narrowed
     */
    public static EventCriteria in(EventState state) {
        Parts parts = new Parts();
        parts.state = requireNonNull(state, "state");
        return new EventCriteria(parts);
    }

    /**
     * Only events of a channel.
     *
     * @param channel its name
     * @return narrower criteria
     * @throws OutboxOperationException if it is too long or has characters that databases refuse
     */
    public EventCriteria channel(String channel) {
        Parts parts = parts();
        parts.channel = Texts.storable("channel", channel, OutboxMessage.MAX_CHANNEL);
        return new EventCriteria(parts);
    }

    /**
     * Only events about one kind of thing.
     *
     * @param aggregateType the kind
     * @return narrower criteria
     * @throws OutboxOperationException if it is too long or has characters that databases refuse
     */
    public EventCriteria aggregateType(String aggregateType) {
        Parts parts = parts();
        parts.aggregateType = Texts.storable("aggregate type", aggregateType, OutboxMessage.MAX_AGGREGATE_TYPE);
        return new EventCriteria(parts);
    }

    /**
     * Only events about things with an id.
     *
     * @param aggregateId the aggregate's id
     * @return narrower criteria
     * @throws OutboxOperationException if it is too long or has characters that databases refuse
     */
    public EventCriteria aggregateId(String aggregateId) {
        Parts parts = parts();
        parts.aggregateId = Texts.storable("aggregate id", aggregateId, OutboxMessage.MAX_AGGREGATE_ID);
        return new EventCriteria(parts);
    }

    /**
     * Only events of a type.
     *
     * @param type such as {@code "order.placed"}
     * @return narrower criteria
     * @throws OutboxOperationException if it is too long or has characters that databases refuse
     */
    public EventCriteria type(String type) {
        Parts parts = parts();
        parts.type = Texts.storable("event type", type, OutboxMessage.MAX_TYPE);
        return new EventCriteria(parts);
    }

    /**
     * Only the event with an id.
     *
     * @param id the event's id
     * @return narrower criteria
     */
    public EventCriteria id(UUID id) {
        Parts parts = parts();
        parts.id = requireNonNull(id, "id");
        return new EventCriteria(parts);
    }

    /**
     * Only events whose last failure was of a kind.
     *
     * @param errorKind as {@link EventInfo.Failure#kind()} tells it
     * @return narrower criteria
     * @throws OutboxOperationException if it is too long or has characters that databases refuse, or if the state is one
     *     that knows no failures
     */
    public EventCriteria errorKind(String errorKind) {
        if (state != EventState.WAITING && state != EventState.QUARANTINED) {
            throw new OutboxOperationException("Events that are " + state.name().toLowerCase(java.util.Locale.ROOT)
                    + " have no error; ask for waiting or quarantined ones.");
        }
        Parts parts = parts();
        parts.errorKind = Texts.storable("error kind", errorKind, MAX_ERROR_KIND);
        return new EventCriteria(parts);
    }

    /**
     * Only events of a time: that at which a published event was published, a quarantined one was given up, or any other
     * one occurred ({@link EventInfo#since()}).
     *
     * @param from the first instant
     * @param until the first instant that is too late
     * @return narrower criteria
     * @throws OutboxOperationException if the time ends before it begins
     */
    public EventCriteria between(Instant from, Instant until) {
        if (!from.isBefore(until)) {
            throw new OutboxOperationException(
                    "The time from " + from + " until " + until + " is empty; the first must be before the second.");
        }
        Parts parts = parts();
        parts.from = from;
        parts.until = until;
        return new EventCriteria(parts);
    }

    /**
     * Where to look.
     *
     * @return never null
     */
    public EventState state() {
        return state;
    }

    /**
     * The channel.
     *
     * @return empty for any
     */
    public Optional<String> channel() {
        return Optional.ofNullable(channel);
    }

    /**
     * The kind of thing.
     *
     * @return empty for any
     */
    public Optional<String> aggregateType() {
        return Optional.ofNullable(aggregateType);
    }

    /**
     * The aggregate's id.
     *
     * @return empty for any
     */
    public Optional<String> aggregateId() {
        return Optional.ofNullable(aggregateId);
    }

    /**
     * The event's type.
     *
     * @return empty for any
     */
    public Optional<String> type() {
        return Optional.ofNullable(type);
    }

    /**
     * The event's id.
     *
     * @return empty for any
     */
    public Optional<UUID> id() {
        return Optional.ofNullable(id);
    }

    /**
     * The kind of the last failure.
     *
     * @return empty for any
     */
    public Optional<String> errorKind() {
        return Optional.ofNullable(errorKind);
    }

    /**
     * The first instant.
     *
     * @return empty for any time
     */
    public Optional<Instant> from() {
        return Optional.ofNullable(from);
    }

    /**
     * The first instant that is too late.
     *
     * @return empty for any time
     */
    public Optional<Instant> until() {
        return Optional.ofNullable(until);
    }

    private Parts parts() {
        Parts parts = new Parts();
        parts.state = state;
        parts.channel = channel;
        parts.aggregateType = aggregateType;
        parts.aggregateId = aggregateId;
        parts.type = type;
        parts.id = id;
        parts.errorKind = errorKind;
        parts.from = from;
        parts.until = until;
        return parts;
    }

    private static final class Parts {
        private EventState state;
        private String channel;
        private String aggregateType;
        private String aggregateId;
        private String type;
        private UUID id;
        private String errorKind;
        private Instant from;
        private Instant until;
    }
}
