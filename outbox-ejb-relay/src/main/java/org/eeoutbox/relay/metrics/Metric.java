package org.eeoutbox.relay.metrics;

import java.util.List;

/**
 * Every metric of the outbox. Names are those of OpenTelemetry and Micrometer; in Prometheus' text dots become
 * underscores, the unit follows the name, and {@code _total} ends a counter. No tag holds a payload or an aggregate's id.
 */
public enum Metric {
    /** Committed. */
    CAPTURED(Kind.COUNTER, "outbox.events.captured", "Events that this node has captured and committed", "channel"),
    /** Refused by capture. */
    REJECTED(Kind.COUNTER, "outbox.events.rejected", "Events that capture has refused inside fire or append", "reason"),
    /** Confirmed by the broker. */
    PUBLISHED(Kind.COUNTER, "outbox.events.published", "Events that the broker has confirmed to this node", "channel"),
    /** Not confirmed. */
    FAILURES(
            Kind.COUNTER,
            "outbox.publish.failures",
            "Sends that were refused, or not confirmed in time",
            "channel",
            "kind"),
    /** To be tried again. */
    RETRIES(
            Kind.COUNTER,
            "outbox.events.retried",
            "Failed attempts of events, through their own fault, that another attempt follows",
            "channel"),
    /** Given up. */
    QUARANTINED(Kind.COUNTER, "outbox.events.quarantined", "Events that this node has put into quarantine", "channel"),
    /** Sent again at an operator's request. */
    REPLAYED(
            Kind.COUNTER,
            "outbox.events.replayed",
            "Replayed events that the broker has confirmed to this node",
            "channel"),
    /** What may leave. */
    BACKLOG(Kind.GAUGE, "outbox.backlog", "Events that may leave now, of all nodes", "channel"),
    /** Since when the first of them waits. */
    OLDEST_AGE(
            Kind.GAUGE_OF_SECONDS,
            "outbox.oldest.age",
            "Age of the oldest event that may leave now, of all nodes",
            "channel"),
    /** What may not leave yet. */
    WAITING(Kind.GAUGE, "outbox.waiting", "Events that may not leave yet, of all nodes", "channel"),
    /** Aggregates that stand still. */
    BLOCKED(
            Kind.GAUGE,
            "outbox.blocked.aggregates",
            "Aggregates whose next event cannot follow, of all nodes",
            "channel"),
    /** What waits for an operator. */
    QUARANTINE(Kind.GAUGE, "outbox.quarantine", "Events in quarantine, of all nodes", "channel"),
    /** Paused by an operator. */
    PAUSED(Kind.GAUGE, "outbox.channel.paused", "1 while an operator has paused the channel", "channel"),
    /** Paused by the relay. */
    BREAKER(Kind.GAUGE, "outbox.breaker.open", "1 while the channel takes nothing from this node", "channel"),
    /** From the commit to the confirmation. */
    LATENCY(
            Kind.TIMER,
            "outbox.commit.to.ack",
            "Time from the commit to the broker's confirmation, of events that this node has captured and published",
            "channel"),
    /** From the hand-over to the confirmation. */
    SEND_TIME(Kind.TIMER, "outbox.send", "Time from the hand-over to the broker's confirmation", "channel"),
    /** How much a claim reads. */
    BATCH_SIZE(Kind.DISTRIBUTION, "outbox.batch.size", "Events of a claim that found any", "channel"),
    /** What consumers have met; read when it is asked for, so its kind is that of what is read. */
    INBOX(
            Kind.GAUGE,
            "outbox.inbox.deliveries",
            "Deliveries to the consumers of this node since it started, by what became of them",
            "consumer",
            "kind");

    /** How a metric moves. */
    public enum Kind {
        /** It only grows. */
        COUNTER,
        /** It is what it is. */
        GAUGE,
        /** The same, in seconds. */
        GAUGE_OF_SECONDS,
        /** Many times, given in nanoseconds and shown in seconds. */
        TIMER,
        /** Many whole numbers. */
        DISTRIBUTION
    }

    private static final double NANOS_OF_SECOND = 1e9;

    /** Upper bounds in nanoseconds: from a broker next door to one that is not well. */
    private static final long[] TIMES = {
        5_000_000L,
        10_000_000L,
        25_000_000L,
        50_000_000L,
        100_000_000L,
        250_000_000L,
        500_000_000L,
        1_000_000_000L,
        2_500_000_000L,
        5_000_000_000L,
        10_000_000_000L,
        60_000_000_000L
    };

    private static final long[] SIZES = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};

    private final Kind kind;
    private final String id;
    private final String description;
    private final List<String> tags;

    Metric(Kind kind, String id, String description, String... tags) {
        this.kind = kind;
        this.id = id;
        this.description = description;
        this.tags = List.of(tags);
    }

    /**
     * How it moves.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Its name.
     *
     * @return words, separated by dots
     */
    public String id() {
        return id;
    }

    /**
     * What it says.
     *
     * @return a phrase
     */
    public String description() {
        return description;
    }

    /**
     * The names of its tags.
     *
     * @return one or more, in the order in which their values are given
     */
    public List<String> tags() {
        return tags;
    }

    /**
     * Its unit.
     *
     * @return {@code true} if that is seconds; otherwise it is a number of things, or no unit at all
     */
    public boolean inSeconds() {
        return kind == Kind.GAUGE_OF_SECONDS || kind == Kind.TIMER;
    }

    /**
     * The upper bounds of its buckets, in what is recorded; above the last is one more bucket.
     *
     * @return empty for what is neither a timer nor a distribution
     */
    public long[] bounds() {
        return switch (kind) {
            case TIMER -> TIMES.clone();
            case DISTRIBUTION -> SIZES.clone();
            default -> new long[0];
        };
    }

    /**
     * A recorded number as it is shown.
     *
     * @param recorded such as a bound
     * @return seconds, or the number itself
     */
    public double shown(long recorded) {
        return kind == Kind.TIMER ? recorded / NANOS_OF_SECOND : recorded;
    }
}
