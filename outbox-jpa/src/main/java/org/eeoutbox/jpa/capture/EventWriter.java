package org.eeoutbox.jpa.capture;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eeoutbox.jpa.store.Dialect;
import org.eeoutbox.jpa.store.Headers;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.Waiting;

/**
 * Writes the events of one transaction on the connection of the application's own EntityManager, hence in its transaction: first the counters, whose locks put the transactions of an aggregate in order, then the rows.
 */
final class EventWriter {

    private static final int ROWS_PER_STATEMENT = 100;

    private static final String COLUMNS = "channel, shard, id, aggregatetype, aggregateid, type, schema_version,"
            + " content_type, occurred_at, headers, payload, sequence";

    private static final String INSERT = "INSERT INTO outbox_event (" + COLUMNS + ")";
    private static final String INSERT_DELAYED = "INSERT INTO outbox_waiting (" + COLUMNS + ", available_at, reason)";

    private final TransactionSql sql;
    private final Schema schema;
    private final Dialect dialect;

    EventWriter(TransactionSql sql, Schema schema) {
        this.sql = sql;
        this.schema = schema;
        this.dialect = schema.dialect();
    }

    /**
     * Writes by statements of its own, which share nothing with the provider's flush: that sends the rows of one flush in
     * any order (EclipseLink), and a second flush repeats them (EclipseLink) or does not come (all).
     */
    void write(List<PendingEvent> events) {
        if (events.size() == 1 && events.get(0).message().ordered() && dialect.insertsFromCounters()) {
            insertCounted(events.get(0));
        } else {
            insert(events, drawSequences(events));
        }
    }

    private Map<PendingEvent, Long> drawSequences(List<PendingEvent> events) {
        SortedMap<Aggregate, Integer> counts = new TreeMap<>();
        for (PendingEvent event : events) {
            if (event.message().ordered()) {
                counts.merge(event.aggregate(), 1, Integer::sum);
            }
        }
        Map<Aggregate, Long> next = advanceCounters(counts);
        Map<PendingEvent, Long> sequences = new IdentityHashMap<>();
        for (PendingEvent event : events) {
            if (event.message().ordered()) {
                sequences.put(event, next.merge(event.aggregate(), 1L, Long::sum) - 1);
            }
        }
        return sequences;
    }

    /** The first of the drawn sequences of each aggregate. */
    private Map<Aggregate, Long> advanceCounters(SortedMap<Aggregate, Integer> counts) {
        Map<Aggregate, Long> first = new HashMap<>();
        if (dialect.guardCounters() != null) {
            counts.keySet().stream()
                    .map(Aggregate::channel)
                    .distinct()
                    .forEach(channel -> sql.query(schema.text(dialect.guardCounters()), channel));
        }
        for (List<Map.Entry<Aggregate, Integer>> some : chunks(new ArrayList<>(counts.entrySet()))) {
            List<Object> parameters = new ArrayList<>();
            for (Map.Entry<Aggregate, Integer> count : some) {
                Aggregate aggregate = count.getKey();
                parameters.addAll(List.of(
                        aggregate.channel(),
                        aggregate.type(),
                        aggregate.id(),
                        count.getValue().longValue()));
            }
            for (Object[] column : sql.query(schema.text(dialect.advanceCounters(some.size())), parameters.toArray())) {
                Aggregate aggregate = new Aggregate((String) column[0], (String) column[1], (String) column[2]);
                first.put(aggregate, ((Number) column[3]).longValue() - counts.get(aggregate) + 1);
            }
        }
        return first;
    }

    private void insert(List<PendingEvent> events, Map<PendingEvent, Long> sequences) {
        for (List<PendingEvent> some : chunks(events)) {
            insert(INSERT, some.stream().filter(event -> !event.isDelayed()).toList(), sequences);
            insert(INSERT_DELAYED, some.stream().filter(PendingEvent::isDelayed).toList(), sequences);
        }
    }

    private void insert(String into, List<PendingEvent> events, Map<PendingEvent, Long> sequences) {
        if (events.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder(into + " VALUES ");
        List<Object> parameters = new ArrayList<>();
        String separator = "(";
        for (PendingEvent event : events) {
            Long sequence = sequences.get(event);
            text.append(separator).append(row(event, sequence == null ? "NULL" : "?", parameters));
            if (sequence != null) {
                parameters.add(sequence);
            }
            event.message().availableAt().ifPresent(time -> {
                text.append(", " + dialect.instantParameter() + ", '" + Waiting.DELAYED + "'");
                parameters.add(time.toString());
            });
            separator = "), (";
        }
        sql.update(schema.text(text.append(')').toString()), parameters.toArray());
    }

    /** The most frequent case in one round trip instead of two. */
    private void insertCounted(PendingEvent event) {
        Aggregate aggregate = event.aggregate();
        List<Object> parameters = new ArrayList<>(List.of(aggregate.channel(), aggregate.type(), aggregate.id(), 1L));
        String row = row(event, "counter.last_sequence", parameters);
        String text =
                "WITH counter AS (" + dialect.advanceCounters(1) + ") " + INSERT + " SELECT " + row + " FROM counter";
        sql.update(schema.text(text), parameters.toArray());
    }

    /** A null is written into the text: providers do not know the type of a null parameter and guess wrong. */
    private String row(PendingEvent event, String sequence, List<Object> parameters) {
        StringBuilder text = new StringBuilder();
        Instant occurredAt = event.occurredAt();
        Object[] values = {
            event.shard().channel(),
            event.shard().shard(),
            event.id().toString(),
            event.message().aggregateType(),
            event.message().aggregateId(),
            event.message().type(),
            event.message().version(),
            event.message().contentType(),
            occurredAt.toString(),
            Headers.toColumn(event.headers()),
            event.message().payload().orElse(null)
        };
        for (int i = 0; i < values.length; i++) {
            text.append(i == 0 ? "" : ", ");
            if (values[i] == null) {
                text.append("NULL");
            } else {
                text.append(
                        switch (i) {
                            case 2 -> "CAST(? AS uuid)";
                            case 8 -> dialect.instantParameter();
                            default -> "?";
                        });
                parameters.add(values[i]);
            }
        }
        return text.append(", ").append(sequence).toString();
    }

    private static <T> List<List<T>> chunks(List<T> all) {
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += ROWS_PER_STATEMENT) {
            chunks.add(all.subList(from, Math.min(all.size(), from + ROWS_PER_STATEMENT)));
        }
        return chunks;
    }
}
