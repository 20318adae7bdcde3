package org.eeoutbox.jpa.capture;

import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eeoutbox.jpa.EventRow;
import org.eeoutbox.jpa.store.Dialect;
import org.eeoutbox.jpa.store.Headers;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.jpa.store.Waiting;

/**
 * Writes the events of one transaction through the application's own EntityManager, hence in its transaction and on its
 * connection: first the counters, whose locks put the transactions of an aggregate in order, then the rows.
 */
final class EventWriter {

    private static final int ROWS_PER_STATEMENT = 100;

    private static final String COLUMNS = "channel, shard, id, aggregatetype, aggregateid, type, schema_version,"
            + " content_type, occurred_at, sequence, headers, payload";

    private final EntityManager em;
    private final Dialect dialect;
    private final TableNames names;

    EventWriter(EntityManager em, Dialect dialect, TableNames names) {
        this.em = em;
        this.dialect = dialect;
        this.names = names;
    }

    /**
     * Writes before the provider's own flush. Rows of one flush may reach the database in any order (EclipseLink), so
     * entities serve where an aggregate has one event; where it has several, one statement keeps their order. Entities
     * know the table by its default name only.
     */
    void persist(List<PendingEvent> events) {
        Map<PendingEvent, Long> sequences = drawSequences(events);
        if (!names.areDefault()
                || severalOfOneAggregate(events)
                || events.stream().anyMatch(PendingEvent::isDelayed)) {
            insert(events, sequences);
            return;
        }
        for (PendingEvent event : events) {
            em.persist(new EventRow(
                    event.id(),
                    event.message(),
                    Headers.toColumn(event.message().headers()),
                    event.shard().shard(),
                    sequences.get(event),
                    event.occurredAt()));
        }
        em.flush();
    }

    /** Writes after the provider's own flush, when another flush would replay it (EclipseLink) or not come (all). */
    void insert(List<PendingEvent> events) {
        insert(events, drawSequences(events));
    }

    private static boolean severalOfOneAggregate(List<PendingEvent> events) {
        Set<Aggregate> seen = new HashSet<>();
        for (PendingEvent event : events) {
            if (!seen.add(event.aggregate())) {
                return true;
            }
        }
        return false;
    }

    private Map<PendingEvent, Long> drawSequences(List<PendingEvent> events) {
        SortedMap<Aggregate, Integer> counts = new TreeMap<>();
        for (PendingEvent event : events) {
            if (event.message().ordered()) {
                counts.merge(event.aggregate(), 1, Integer::sum);
            }
        }
        Map<Aggregate, Long> next = advanceCounters(counts);
        Map<PendingEvent, Long> sequences = new HashMap<>();
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
                    .forEach(channel -> query(dialect.guardCounters(), channel).getResultList());
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
            for (Object row : query(dialect.advanceCounters(some.size()), parameters.toArray())
                    .getResultList()) {
                Object[] column = (Object[]) row;
                Aggregate aggregate = new Aggregate((String) column[0], (String) column[1], (String) column[2]);
                first.put(aggregate, ((Number) column[3]).longValue() - counts.get(aggregate) + 1);
            }
        }
        return first;
    }

    private void insert(List<PendingEvent> events, Map<PendingEvent, Long> sequences) {
        for (List<PendingEvent> some : chunks(events)) {
            List<PendingEvent> later =
                    some.stream().filter(PendingEvent::isDelayed).toList();
            insert(
                    "outbox_event (" + COLUMNS,
                    some.stream().filter(event -> !event.isDelayed()).toList(),
                    sequences);
            insert("outbox_waiting (" + COLUMNS + ", available_at, reason", later, sequences);
        }
    }

    private void insert(String into, List<PendingEvent> events, Map<PendingEvent, Long> sequences) {
        if (!events.isEmpty()) {
            StringBuilder sql = new StringBuilder("INSERT INTO " + into + ") VALUES");
            List<Object> parameters = new ArrayList<>();
            String separator = " ";
            for (PendingEvent event : events) {
                sql.append(separator).append(row(event, sequences.get(event), parameters));
                separator = ", ";
            }
            query(sql.toString(), parameters.toArray()).executeUpdate();
        }
    }

    /** A null is written into the text: providers do not know the type of a null parameter and guess wrong. */
    private static String row(PendingEvent event, Long sequence, List<Object> parameters) {
        StringBuilder sql = new StringBuilder("(");
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
            sequence,
            Headers.toColumn(event.message().headers()),
            event.message().payload().orElse(null)
        };
        for (int i = 0; i < values.length; i++) {
            sql.append(i == 0 ? "" : ", ");
            if (values[i] == null) {
                sql.append("NULL");
            } else {
                sql.append(
                        switch (i) {
                            case 2 -> "CAST(? AS uuid)";
                            case 8 -> "CAST(? AS timestamp with time zone)";
                            default -> "?";
                        });
                parameters.add(values[i]);
            }
        }
        event.message().availableAt().ifPresent(time -> {
            sql.append(", CAST(? AS timestamp with time zone), '" + Waiting.DELAYED + "'");
            parameters.add(time.toString());
        });
        return sql.append(')').toString();
    }

    /**
     * A native query that does not flush (see {@link #insert(List)}). The hint keeps Hibernate from dropping its whole
     * second-level cache, as it does for native statements whose tables it does not know; other providers ignore it.
     */
    private Query query(String sql, Object... parameters) {
        Query query = em.createNativeQuery(names.in(sql))
                .setFlushMode(FlushModeType.COMMIT)
                .setHint("org.hibernate.query.native.spaces", "outbox_event,outbox_aggregate");
        for (int i = 0; i < parameters.length; i++) {
            query.setParameter(i + 1, parameters[i]);
        }
        return query;
    }

    private static <T> List<List<T>> chunks(List<T> all) {
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += ROWS_PER_STATEMENT) {
            chunks.add(all.subList(from, Math.min(all.size(), from + ROWS_PER_STATEMENT)));
        }
        return chunks;
    }
}
