package org.eeoutbox.jpa.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.eeoutbox.OutboxOperationException;
import org.eeoutbox.jpa.operations.OutboxTables.Event;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.EventInfo;
import org.eeoutbox.operations.EventPage;
import org.eeoutbox.operations.EventState;
import org.junit.jupiter.api.Test;

/** What operators can do with many events, whatever the database. */
abstract class BulkContract extends OperationsContract {

    private static final Consumer<BulkOutcome> SILENT = outcome -> {};
    private static final Optional<String> START = Optional.empty();

    @Test
    void eventsAreFoundByAllThatIsKnownOfThem() throws SQLException {
        Event one = tables.quarantined(Event.of("a", 1).ofType("order.placed"), "TooLarge", "x");
        Event two = tables.quarantined(Event.of("b", 1).ofType("order.paid"), "Denied", "y");
        tables.pending(Event.of("a", 2));
        EventCriteria all = EventCriteria.in(EventState.QUARANTINED);

        assertThat(find(all)).containsExactlyInAnyOrder(one.id(), two.id());
        assertThat(find(all.channel("orders"))).hasSize(2);
        assertThat(find(all.channel("order%"))).isEmpty();
        assertThat(find(all.aggregateType("order").aggregateId("a"))).containsExactly(one.id());
        assertThat(find(all.aggregateId("' OR 'a' = 'a"))).isEmpty();
        assertThat(find(all.type("order.paid"))).containsExactly(two.id());
        assertThat(find(all.errorKind("TooLarge"))).containsExactly(one.id());
        assertThat(find(all.id(two.id()))).containsExactly(two.id());
        Instant at = Instant.parse("2026-11-30T12:00:00Z");
        assertThat(find(all.between(at, at.plusNanos(1000)))).hasSize(2);
        assertThat(find(all.between(at.minusSeconds(60), at))).isEmpty();
        assertThat(find(EventCriteria.in(EventState.PENDING).aggregateId("a"))).hasSize(1);
    }

    @Test
    void criteriaThatCannotBeAreRefused() {
        EventCriteria all = EventCriteria.in(EventState.QUARANTINED);
        Instant now = Instant.parse("2026-11-30T12:00:00Z");
        assertThatThrownBy(() -> all.channel("a\0b")).isInstanceOf(OutboxOperationException.class);
        assertThatThrownBy(() -> all.aggregateId("x".repeat(256))).isInstanceOf(OutboxOperationException.class);
        assertThatThrownBy(() -> all.between(now, now)).isInstanceOf(OutboxOperationException.class);
        assertThatThrownBy(() -> EventCriteria.in(EventState.PENDING).errorKind("x"))
                .isInstanceOf(OutboxOperationException.class)
                .hasMessageContaining("pending have no error");
        assertThatThrownBy(() -> operations.find(all, 0, START)).isInstanceOf(OutboxOperationException.class);
        for (String position : List.of("", "1", "2026-11-30T12:00:00Z/", "/3", "é")) {
            assertThatThrownBy(() -> operations.find(all, 1, Optional.of(position)))
                    .isInstanceOf(OutboxOperationException.class);
            assertThatThrownBy(() -> operations.find(EventCriteria.in(EventState.PUBLISHED), 1, Optional.of(position)))
                    .isInstanceOf(OutboxOperationException.class);
        }
    }

    @Test
    void aLongListIsReadInPagesThatMissAndRepeatNothing() throws SQLException {
        fill("outbox_quarantine", "quarantined_at, attempts, error_kind, error", "CURRENT_TIMESTAMP, 1, 'x', 'y'");
        List<UUID> seen = pages(EventCriteria.in(EventState.QUARANTINED));
        assertThat(seen).hasSize(10_000).doesNotHaveDuplicates();
    }

    @Test
    void historyIsReadInOrderOfPublicationAlsoWhereTimesAreEqual() throws SQLException {
        fill("outbox_published", "published_at", tables.time("2026-11-30T12:00:00Z"));
        tables.published(Event.of("first", 1), "2026-11-30T11:00:00Z");
        EventCriteria all = EventCriteria.in(EventState.PUBLISHED);
        assertThat(operations.find(all, 1, START).events().get(0).aggregate().id())
                .isEqualTo("first");
        assertThat(pages(all)).hasSize(10_001).doesNotHaveDuplicates();
    }

    @Test
    void aListShortensErrorsAndShowDoesNot() throws SQLException {
        String error = "'\"%é漢🎉\n".repeat(12_000);
        Event event = tables.quarantined(Event.of("a", 1), "x", error);
        EventInfo listed = operations
                .find(EventCriteria.in(EventState.QUARANTINED), 10, START)
                .events()
                .get(0);
        assertThat(listed.failure().orElseThrow().error()).hasSizeBetween(500, 1000);
        assertThat(operations
                        .show(event.id())
                        .orElseThrow()
                        .event()
                        .failure()
                        .orElseThrow()
                        .error())
                .isEqualTo(error);
    }

    @Test
    void manyEventsAreRepublishedWithAnAuditRowEach() throws SQLException {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            events.add(tables.quarantined(Event.of("a" + i, 1).in(i % 2), "Denied", "x"));
        }
        Event other = tables.quarantined(Event.of("z", 1), "TooLarge", "x");
        Event newer = tables.quarantined(
                Event.of("y", 1), "Denied", "nobody has seen it yet", Instant.parse("2098-01-01T00:00:00Z"));
        List<BulkOutcome> progress = new ArrayList<>();

        EventCriteria denied = EventCriteria.in(EventState.QUARANTINED).errorKind("Denied");
        BulkOutcome outcome = operations.republish(denied, WHY, progress::add);

        assertThat(outcome.done()).isEqualTo(250);
        assertThat(outcome.matched()).isEqualTo(250);
        assertThat(outcome.passedOver()).isEmpty();
        assertThat(progress).extracting(BulkOutcome::done).containsExactly(100L, 125L, 225L, 250L);
        assertThat(tables.rows("SELECT id FROM outbox_quarantine"))
                .containsExactlyInAnyOrder(other.id().toString(), newer.id().toString());
        assertThat(tables.rows("SELECT DISTINCT event_id FROM outbox_audit WHERE action = 'republish'"))
                .hasSize(250);
        assertThat(tables.rows("SELECT id FROM outbox_waiting"))
                .hasSize(250)
                .contains(events.get(0).id().toString());
    }

    @Test
    void manyEventsAreDiscardedAndADryRunOnlyCountsThem() throws SQLException {
        for (int i = 0; i < 120; i++) {
            Event event = tables.quarantined(Event.of("a" + i, 1), "Denied", "x");
            tables.block(event, 0, true);
            tables.blocked(Event.of("a" + i, 2));
        }
        List<String> before = tables.everything();
        EventCriteria all = EventCriteria.in(EventState.QUARANTINED);
        assertThat(operations.discard(all, WHY.asDryRun(), SILENT).done()).isEqualTo(120);
        assertThat(tables.everything()).isEqualTo(before);

        assertThat(operations.discard(all, WHY, SILENT).done()).isEqualTo(120);
        assertThat(tables.rows("SELECT id FROM outbox_quarantine")).isEmpty();
        assertThat(tables.rows("SELECT id FROM outbox_event")).hasSize(120);
        assertThat(tables.rows("SELECT id FROM outbox_audit WHERE action = 'discard'"))
                .hasSize(120);
        assertThat(operations.discard(all, WHY, SILENT).matched()).isZero();
    }

    @Test
    void onlyQuarantinedEventsAreOperatedOnByCriteria() {
        EventCriteria waiting = EventCriteria.in(EventState.WAITING);
        assertThatThrownBy(() -> operations.discard(waiting, WHY, SILENT)).isInstanceOf(OutboxOperationException.class);
        assertThatThrownBy(() -> operations.republish(waiting, WHY, SILENT))
                .isInstanceOf(OutboxOperationException.class);
        assertThatThrownBy(() -> operations.replay(waiting, WHY, SILENT)).isInstanceOf(OutboxOperationException.class);
        assertThatThrownBy(() -> operations.replay(EventCriteria.in(EventState.PUBLISHED), WHY, SILENT))
                .isInstanceOf(OutboxOperationException.class)
                .hasMessageContaining("needs the time");
    }

    @Test
    void historyIsReplayedInItsOrderWithItsIds() throws SQLException {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            Event event = Event.of("a" + i % 7, 1 + i / 7).in(i % 7);
            tables.published(event, "2026-11-30T12:00:" + String.format("%02dZ", i / 30));
            ids.add(event.id().toString());
        }
        tables.published(Event.of("before", 1), "2026-11-30T11:59:59Z");
        tables.published(Event.of("after", 1), "2026-11-30T12:01:00Z");

        EventCriteria minute = EventCriteria.in(EventState.PUBLISHED)
                .between(Instant.parse("2026-11-30T12:00:00Z"), Instant.parse("2026-11-30T12:01:00Z"));
        List<String> before = tables.everything();
        assertThat(operations.replay(minute, WHY.asDryRun(), SILENT).done()).isEqualTo(1_200);
        assertThat(tables.everything()).isEqualTo(before);

        assertThat(operations.replay(minute, WHY, SILENT).done()).isEqualTo(1_200);
        assertThat(tables.rows("SELECT id FROM outbox_waiting WHERE reason = 'replay' ORDER BY available_at, position"))
                .isEqualTo(ids);
        assertThat(tables.rows("SELECT DISTINCT available_at FROM outbox_waiting"))
                .hasSize(1);
        assertThat(tables.rows("SELECT detail FROM outbox_audit WHERE action = 'replay'"))
                .hasSize(3)
                .anyMatch(detail -> detail.startsWith("500 events published from 2026-11-30T12:00:00Z to"));
        assertThat(operations
                        .show(UUID.fromString(ids.get(0)))
                        .orElseThrow()
                        .event()
                        .state())
                .isEqualTo(EventState.WAITING);

        BulkOutcome again = operations.replay(minute, WHY, SILENT);
        assertThat(again.done()).isZero();
        assertThat(again.passedOver().values()).containsExactly(1_200L);
    }

    @Test
    void aReplayPassesOverWhatIsStillUnderWay() throws SQLException {
        Event quarantined = Event.of("a", 1);
        tables.published(quarantined, "2026-11-30T12:00:00Z");
        tables.quarantined(quarantined, "x", "a replay that failed");
        Event twice = Event.of("b", 1);
        tables.published(twice, "2026-11-30T12:00:01Z");
        tables.published(twice, "2026-11-30T12:00:02Z");
        Event unsettled = tables.pending(Event.of("d", 1));
        tables.published(unsettled, "2026-11-30T12:00:03Z");
        Event future = Event.of("c", 1);
        tables.published(future, "2098-01-01T00:00:00Z");

        EventCriteria all = EventCriteria.in(EventState.PUBLISHED)
                .between(Instant.parse("2026-11-30T12:00:00Z"), Instant.parse("2099-01-01T00:00:00Z"));
        BulkOutcome outcome = operations.replay(all, WHY, SILENT);
        assertThat(outcome.matched()).isEqualTo(4);
        assertThat(outcome.done()).isEqualTo(1);
        assertThat(tables.rows("SELECT id, reason FROM outbox_waiting")).containsExactly(twice.id() + " replay");
    }

    /** Ten thousand rows by one statement, a thousand of them at a time. */
    private void fill(String table, String columns, String values) throws SQLException {
        List<String> rows = IntStream.range(0, 10_000)
                .mapToObj(i -> "('orders', " + i % 8 + ", " + i + ", '" + UUID.randomUUID()
                        + "', 'order', 'a" + i % 100 + "', 'order.placed', 1, " + i
                        + ", 'text/plain', CURRENT_TIMESTAMP, " + values + ")")
                .toList();
        for (int first = 0; first < rows.size(); first += 1_000) {
            tables.execute("INSERT INTO " + table + " (channel, shard, position, id, aggregatetype, aggregateid, type,"
                    + " schema_version, sequence, content_type, occurred_at, " + columns + ") VALUES "
                    + String.join(",", rows.subList(first, first + 1_000)));
        }
    }

    private List<UUID> pages(EventCriteria criteria) {
        List<UUID> seen = new ArrayList<>();
        Optional<String> position = START;
        do {
            EventPage page = operations.find(criteria, 999, position);
            page.events().forEach(event -> seen.add(event.id()));
            position = page.next();
        } while (position.isPresent());
        return seen;
    }

    private List<UUID> find(EventCriteria criteria) {
        return operations.find(criteria, 10, START).events().stream()
                .map(EventInfo::id)
                .toList();
    }
}
