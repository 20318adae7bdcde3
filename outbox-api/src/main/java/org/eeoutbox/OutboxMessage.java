package org.eeoutbox;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.eeoutbox.spi.Utf8;

/**
 * What is to be published: the payload and everything that describes it. Made by {@link #about(String, String)};
 * immutable.
 */
public final class OutboxMessage {

    /** The most characters that an aggregate type may have. */
    public static final int MAX_AGGREGATE_TYPE = 100;
    /** The most characters that an aggregate id may have. */
    public static final int MAX_AGGREGATE_ID = 255;
    /** The most characters that an event type may have. */
    public static final int MAX_TYPE = 255;
    /** The most characters that a channel's name may have. */
    public static final int MAX_CHANNEL = 100;
    /** The most characters that a content type may have. */
    public static final int MAX_CONTENT_TYPE = 100;

    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private final String aggregateType;
    private final String aggregateId;
    private final String type;
    private final int version;
    private final boolean ordered;
    private final String channel;
    private final String contentType;
    private final byte[] payload;
    private final Map<String, String> headers;
    private final Instant availableAt;

    private OutboxMessage(Builder builder) {
        this.aggregateType = text("aggregate type", builder.aggregateType, MAX_AGGREGATE_TYPE);
        this.aggregateId = text("aggregate id", builder.aggregateId, MAX_AGGREGATE_ID);
        this.type = text("event type", builder.type, MAX_TYPE);
        this.version = builder.version;
        if (version < 1) {
            throw new OutboxMessageException(
                    "The schema version of event type '" + type + "' is " + version + "; it must be 1 or more.");
        }
        this.ordered = builder.ordered;
        this.channel = builder.channel == null ? null : text("channel", builder.channel, MAX_CHANNEL);
        this.contentType = text("content type", builder.contentType, MAX_CONTENT_TYPE);
        this.payload = builder.payload;
        this.headers = Collections.unmodifiableMap(new TreeMap<>(builder.headers));
        this.availableAt = builder.availableAt;
        if (availableAt != null && ordered) {
            throw new OutboxMessageException("The event of type '" + type + "' is to leave at " + availableAt
                    + " and ordered, so later events of its aggregate would wait for it. Call unordered().");
        }
    }

    /**
     * Begins a message about one aggregate.
     *
     * @param aggregateType the kind of thing, such as {@code "order"}
     * @param aggregateId which one of them
     * @return a builder that still needs {@link Builder#type(String)}
     */
    public static Builder about(String aggregateType, String aggregateId) {
        return new Builder(aggregateType, aggregateId);
    }

    /**
     * The kind of thing that the event is about.
     *
     * @return not blank
     */
    public String aggregateType() {
        return aggregateType;
    }

    /**
     * Which aggregate the event is about; the key of the published message.
     *
     * @return not blank
     */
    public String aggregateId() {
        return aggregateId;
    }

    /**
     * The name under which consumers know the event.
     *
     * @return not blank
     */
    public String type() {
        return type;
    }

    /**
     * The version of the payload's schema.
     *
     * @return 1 or more
     */
    public int version() {
        return version;
    }

    /**
     * Whether the event has a place in its aggregate's sequence.
     *
     * @return {@code true} if its order matters
     */
    public boolean ordered() {
        return ordered;
    }

    /**
     * The channel through which the event leaves.
     *
     * @return empty for the one that {@code outbox.default-channel} names
     */
    public Optional<String> channel() {
        return Optional.ofNullable(channel);
    }

    /**
     * The media type of the payload.
     *
     * @return not blank
     */
    public String contentType() {
        return contentType;
    }

    /**
     * The exact bytes to publish.
     *
     * @return a copy, or empty for a tombstone (a message without a body, by which a compacted topic forgets a key)
     */
    public Optional<byte[]> payload() {
        return Optional.ofNullable(payload).map(byte[]::clone);
    }

    /**
     * How large the payload is.
     *
     * @return its length in bytes; 0 for a tombstone
     */
    public int payloadSize() {
        return payload == null ? 0 : payload.length;
    }

    /**
     * What travels beside the payload.
     *
     * @return header values by name, sorted by name; unmodifiable
     */
    public Map<String, String> headers() {
        return headers;
    }

    /**
     * When the event may leave.
     *
     * @return empty for at once
     */
    public Optional<Instant> availableAt() {
        return Optional.ofNullable(availableAt);
    }

    /**
     * Names the event without its payload and headers, so that it may be logged.
     *
     * @return aggregate, type and size
     */
    @Override
    public String toString() {
        return "OutboxMessage[" + aggregateType + " " + aggregateId + ", " + type + " v" + version + ", "
                + payloadSize() + " bytes]";
    }

    private static String text(String what, String value, int limit) {
        if (value == null || value.isBlank()) {
            throw new OutboxMessageException("The " + what + " of an outbox event is "
                    + (value == null ? "null" : "blank") + "; give it 1 to " + limit + " characters.");
        }
        if (value.length() > limit) {
            throw new OutboxMessageException("The " + what + " of an outbox event has " + value.length()
                    + " characters; the limit is " + limit + ".");
        }
        if (value.indexOf('\0') >= 0) {
            throw new OutboxMessageException(
                    "The " + what + " of an outbox event contains the character U+0000, which databases refuse.");
        }
        if (!Utf8.canEncode(value)) {
            throw new OutboxMessageException(
                    "The " + what + " of an outbox event contains half of a surrogate pair, which has no UTF-8 form.");
        }
        return value;
    }

    /** Collects the parts of an {@link OutboxMessage}. Not safe for use by several threads. */
    public static final class Builder {

        private final String aggregateType;
        private final String aggregateId;
        private final Map<String, String> headers = new TreeMap<>();
        private String type;
        private int version = 1;
        private boolean ordered = true;
        private String channel;
        private String contentType = "application/json";
        private byte[] payload;
        private Instant availableAt;

        private Builder(String aggregateType, String aggregateId) {
            this.aggregateType = aggregateType;
            this.aggregateId = aggregateId;
        }

        /**
         * Sets the name under which consumers know the event; required.
         *
         * @param type such as {@code "order.placed"}
         * @return this
         */
        public Builder type(String type) {
            this.type = type;
            return this;
        }

        /**
         * Sets the version of the payload's schema; 1 if not set.
         *
         * @param version 1 or more
         * @return this
         */
        public Builder version(int version) {
            this.version = version;
            return this;
        }

        /**
         * Gives up the event's place in its aggregate's sequence, and the lock that a place costs.
         *
         * @return this
         */
        public Builder unordered() {
            this.ordered = false;
            return this;
        }

        /**
         * Lets the event leave at a time and not at once. The time is compared with the database's clock; events leave
         * within about a second after it. Only for an {@link #unordered()} event.
         *
         * @param time when; in the past means at once
         * @return this
         */
        public Builder availableAt(Instant time) {
            this.availableAt = requireNonNull(time, "time");
            return this;
        }

        /**
         * Sets the channel through which the event leaves; the default channel if not set.
         *
         * @param channel a channel of the outbox
         * @return this
         */
        public Builder channel(String channel) {
            this.channel = requireNonNull(channel, "channel");
            return this;
        }

        /**
         * Sets the media type of the payload; {@code application/json} if not set.
         *
         * @param contentType such as {@code "text/plain"}
         * @return this
         */
        public Builder contentType(String contentType) {
            this.contentType = contentType;
            return this;
        }

        /**
         * Sets the exact bytes to publish; without a call the message is a tombstone.
         *
         * @param payload the bytes; copied
         * @return this
         */
        public Builder payload(byte[] payload) {
            this.payload = payload.clone();
            return this;
        }

        /**
         * Sets a JSON text as the payload, stored in UTF-8.
         *
         * @param json the text, taken as it is
         * @return this
         * @throws OutboxPayloadException if the text contains half of a surrogate pair, which has no UTF-8 form
         */
        public Builder json(String json) {
            if (!Utf8.canEncode(json)) {
                throw new OutboxPayloadException(
                        "The JSON text of an outbox event contains half of a surrogate pair, which has no UTF-8 form.");
            }
            this.contentType = "application/json";
            this.payload = json.getBytes(StandardCharsets.UTF_8);
            return this;
        }

        /**
         * Adds a header that travels beside the payload.
         *
         * @param name letters, digits, {@code . _ -}, at most 100; not {@code content-type}, which comes from the
         *     payload, and not beginning with {@code ce_}, which is CloudEvents' own
         * @param value any text
         * @return this
         * @throws OutboxMessageException if the name or the value is not acceptable
         */
        public Builder header(String name, String value) {
            if (!HEADER_NAME.matcher(requireNonNull(name, "name")).matches()
                    || name.startsWith("ce_")
                    || name.equalsIgnoreCase("content-type")) {
                throw new OutboxMessageException("'" + name + "' is no name for a header of an outbox event:"
                        + " use letters, digits, '.', '_', '-', at most 100 of them, no 'ce_' at the start,"
                        + " and not 'content-type', which comes from the payload.");
            }
            if (value == null || !Utf8.canEncode(value)) {
                throw new OutboxMessageException("The header '" + name + "' of an outbox event has "
                        + (value == null ? "no value." : "a value with half of a surrogate pair."));
            }
            headers.put(name, value);
            return this;
        }

        /**
         * Checks the parts and makes the message.
         *
         * @return the message
         * @throws OutboxMessageException if a part is missing or not acceptable
         */
        public OutboxMessage build() {
            return new OutboxMessage(this);
        }
    }
}
