package org.eeoutbox.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.stream.Stream;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.EventState;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which events; all that is given must hold. */
final class CriteriaOptions {

    @Option(names = "--channel", paramLabel = "NAME", description = "Only events of this channel.")
    private String channel;

    @Option(names = "--aggregate-type", paramLabel = "TYPE", description = "Only events about this kind of thing.")
    private String aggregateType;

    @Option(names = "--aggregate-id", paramLabel = "ID", description = "Only events about things with this id.")
    private String aggregateId;

    @Option(names = "--type", paramLabel = "TYPE", description = "Only events of this type.")
    private String type;

    @Option(names = "--error-kind", paramLabel = "KIND", description = "Only events whose last error is of this kind.")
    private String errorKind;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = Time.class,
            description = "Only events given up (quarantined), published, or else occurred, at this time or later.")
    private Instant from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = Time.class,
            description = "Only events before this time.")
    private Instant until;

    boolean isEmpty() {
        return Stream.of(channel, aggregateType, aggregateId, type, errorKind, from, until)
                .allMatch(value -> value == null);
    }

    boolean hasTime() {
        return from != null && until != null;
    }

    EventCriteria in(EventState state) {
        EventCriteria criteria = EventCriteria.in(state);
        criteria = channel == null ? criteria : criteria.channel(channel);
        criteria = aggregateType == null ? criteria : criteria.aggregateType(aggregateType);
        criteria = aggregateId == null ? criteria : criteria.aggregateId(aggregateId);
        criteria = type == null ? criteria : criteria.type(type);
        criteria = errorKind == null ? criteria : criteria.errorKind(errorKind);
        if (from == null && until == null) {
            return criteria;
        }
        // What databases can hold ends before what an Instant can.
        return criteria.between(
                from == null ? Instant.EPOCH : from, until == null ? Instant.parse("9999-12-31T00:00:00Z") : until);
    }

    /** Times with their offset: the shell's zone is nobody's business. */
    static final class Time implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String value) {
            try {
                return OffsetDateTime.parse(value).toInstant();
            } catch (DateTimeException e) {
                throw new TypeConversionException(
                        "'" + value + "' is no time with an offset; write it as 2026-12-01T10:00:00Z");
            }
        }
    }
}
