package org.eeoutbox.jpa.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.eeoutbox.OutboxOperationException;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.jpa.operations.OutboxTables.Event;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.EventContent;
import org.eeoutbox.operations.EventDetails;
import org.eeoutbox.operations.EventState;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import org.eeoutbox.operations.Repair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators can do with single events, aggregates and channels, whatever the database. */
abstract class OperationsContract {

    static final String LATER = "2099-01-01T00:00:00Z";
    static final Intent WHY = Intent.because("ticket 17");

    OutboxTables tables;
    OutboxOperations operations;

    /** A database whose connections may be used by several threads; emptied before each test. */
    abstract DataSource dataSource();

    /** A query for the number of sessions that wait for a lock. */
    abstract String waitingSessions();

    @BeforeEach
    void emptyTables() throws SQLException {
        tables = new OutboxTables(dataSource());
        operations = operator("alice");
    }

    OutboxOperations operator(String name) {
        return new OperationsDatabase(dataSource(), new Schema(dataSource(), false, TableNames.DEFAULT)).as(name);
    }

    static AggregateKey aggregate(String id) {
        return new AggregateKey("orders", "order", id);
    }

    @Test
    void anEventIsShownWithItsErrorAndWhatItsAggregateStandsAt() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 7), "RecordTooLarge", "12 MB");
        tables.block(event, 5, true);
        tables.blocked(Event.of("a", 8));
        tables.blocked(Event.of("a", 9));

        EventDetails details = operations.show(event.id()).orElseThrow();
        assertThat(details.event().state()).isEqualTo(EventState.QUARANTINED);
        assertThat(details.event().aggregate()).isEqualTo(aggregate("a"));
        assertThat(details.event().sequence()).hasValue(7);
        assertThat(details.event().payloadBytes()).hasValue(3);
        assertThat(details.event().occurredAt()).isEqualTo("2026-11-30T10:00:00.123456Z");
        assertThat(details.event().since()).isEqualTo("2026-11-30T12:00:00Z");
        assertThat(details.event().failure().orElseThrow().attempts()).isEqualTo(5);
        assertThat(details.event().failure().orElseThrow().error()).isEqualTo("12 MB");
        EventDetails.Block block = details.block().orElseThrow();
        assertThat(block.held()).isTrue();
        assertThat(block.eventId()).isEqualTo(event.id());
        assertThat(block.previousSequence()).isEqualTo(5);
        assertThat(block.waiting()).isEqualTo(2);
    }

    @Test
    void anEventIsFoundWhereverItIsAndMissedWhereItIsNot() throws SQLException {
        Event published = tables.published(Event.of("a", 1), "2026-11-30T12:00:00Z");
        Event pending = tables.pending(Event.unordered("a"));
        assertThat(operations.show(published.id()).orElseThrow().event().state())
                .isEqualTo(EventState.PUBLISHED);
        assertThat(operations.show(pending.id()).orElseThrow().event().sequence())
                .isEmpty();
        assertThat(operations.show(pending.id()).orElseThrow().event().failure())
                .isEmpty();
        assertThat(operations.show(UUID.randomUUID())).isEmpty();
        assertThat(operations.content(UUID.randomUUID())).isEmpty();
    }

    @Test
    void contentIsShownAsItIsStored() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 1), "x", "x");
        tables.update("UPDATE outbox_quarantine SET headers = ? WHERE id = ?", "{damaged", event.id());
        EventContent content = operations.content(event.id()).orElseThrow();
        assertThat(content.payload().orElseThrow()).isEqualTo("a 1".getBytes(StandardCharsets.UTF_8));
        assertThat(content.headers()).contains("{damaged");
        assertThat(content).hasToString("EventContent[text/plain, 3 bytes]");
    }

    @Test
    void whatFailedCanBeRepairedAndStaysWhereItIs() throws SQLException {
        Event given = tables.quarantined(Event.of("a", 1), "x", "x");
        Event retried = tables.retry(Event.of("b", 1), LATER, 2);
        Event pending = tables.pending(Event.of("c", 1));
        Repair repair = Repair.payload("{}".getBytes(StandardCharsets.UTF_8))
                .withContentType("application/json")
                .withHeaders(Map.of("trace", "é"));

        assertThat(operations.repair(given.id(), repair, WHY).explanation())
                .contains("payload (3 bytes before, 2 bytes now)")
                .contains("application/json")
                .contains("[trace]");
        assertThat(operations.repair(retried.id(), Repair.tombstone(), WHY).done())
                .isTrue();
        assertThat(operations.repair(pending.id(), repair, WHY).explanation()).contains("is pending");
        assertThat(operations.repair(UUID.randomUUID(), repair, WHY).explanation())
                .contains("is not in the outbox");

        EventContent content = operations.content(given.id()).orElseThrow();
        assertThat(content.payload().orElseThrow()).isEqualTo("{}".getBytes(StandardCharsets.UTF_8));
        assertThat(content.contentType()).isEqualTo("application/json");
        assertThat(content.headers()).contains("{\"trace\":\"é\"}");
        EventContent tombstone = operations.content(retried.id()).orElseThrow();
        assertThat(tombstone.payload()).isEmpty();
        assertThat(tombstone.contentType()).isEqualTo("text/plain");
        assertThat(operations.show(given.id()).orElseThrow().event().state()).isEqualTo(EventState.QUARANTINED);
        assertThat(audit()).hasSize(4).first().isEqualTo("alice repair ticket 17 orders order a " + given.id());
    }

    @Test
    void aRepublishedEventKeepsItsAggregateWaitingUntilItIsPublished() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 1), "x", "was wrong");
        tables.block(event, 0, true);
        Event next = tables.blocked(Event.of("a", 2));

        assertThat(operations.republish(event.id(), WHY).done()).isTrue();

        assertThat(waiting()).containsExactly(event.id() + " retry 0", next.id() + " blocked 0");
        assertThat(due()).containsExactly(event.id().toString());
        assertThat(tables.rows("SELECT event_id FROM outbox_blocked WHERE held = TRUE"))
                .containsExactly(event.id().toString());
        assertThat(tables.rows("SELECT id FROM outbox_quarantine")).isEmpty();
        assertThat(audit()).containsExactly("alice republish ticket 17 orders order a " + event.id());
    }

    @Test
    void anEventThatItsAggregateHasLeftBehindIsRepublishedOnItsOwn() throws SQLException {
        Event skipped = tables.quarantined(Event.of("a", 1), "x", "x");
        tables.block(skipped, 0, false);
        Event behindAnother = tables.quarantined(Event.of("b", 1), "x", "x");
        tables.block(tables.retry(Event.of("b", 4), LATER, 1), 3, true);
        Event longGone = tables.quarantined(Event.of("c", 1), "x", "x");
        Event unordered = tables.quarantined(Event.unordered("d"), "x", "x");

        for (Event event : List.of(skipped, behindAnother, longGone, unordered)) {
            assertThat(operations.republish(event.id(), WHY).done()).isTrue();
        }
        assertThat(tables.rows("SELECT id, reason FROM outbox_waiting"))
                .contains(skipped.id() + " replay")
                .contains(behindAnother.id() + " replay")
                .contains(longGone.id() + " replay")
                .contains(unordered.id() + " retry");
        assertThat(tables.rows("SELECT COUNT(*) FROM outbox_blocked")).containsExactly("2");
    }

    @Test
    void aDiscardedEventLetsItsSuccessorsGo() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 3), "x", "x");
        tables.block(event, 1, true);
        Event next = tables.blocked(Event.of("a", 4));
        Event other = tables.blocked(Event.of("b", 4));

        Outcome outcome = operations.discard(event.id(), WHY);

        assertThat(outcome.done()).isTrue();
        assertThat(outcome.explanation())
                .isEqualTo("Event " + event.id() + " of type order.placed with sequence 3 is deleted and will not be"
                        + " sent; 1 events behind it leave.");
        assertThat(tables.rows("SELECT id, position FROM outbox_event")).containsExactly(next.id() + " 2");
        assertThat(tables.rows("SELECT id FROM outbox_waiting"))
                .containsExactly(other.id().toString());
        assertThat(leftOut()).containsExactly(event.id() + " 3 1");
        assertThat(tables.rows("SELECT detail FROM outbox_audit")).containsExactly(outcome.explanation());
    }

    @Test
    void aDiscardedEventThatNobodyWaitsForIsDeletedAlone() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 3), "x", "x");
        Event retried = tables.retry(Event.of("a", 8), LATER, 1);
        tables.block(retried, 7, true);
        tables.blocked(Event.of("a", 9));
        assertThat(operations.discard(event.id(), WHY).explanation()).contains("0 events behind it leave");
        assertThat(leftOut()).isEmpty();
        assertThat(waiting()).hasSize(2);
        assertThat(operations.discard(event.id(), WHY).explanation()).contains("is not in the outbox");
        assertThat(operations.discard(retried.id(), WHY).explanation()).contains("it waits to be sent (retry, due at");
    }

    @Test
    void aQuarantinedEventCannotVanishWithoutAnAuditRow() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 1), "x", "x");
        tables.execute("ALTER TABLE outbox_audit RENAME TO hidden_audit");
        try {
            assertThatThrownBy(() -> operations.discard(event.id(), WHY))
                    .isInstanceOf(OutboxStoreException.class)
                    .hasMessageContaining("discard event " + event.id());
        } finally {
            tables.execute("ALTER TABLE hidden_audit RENAME TO outbox_audit");
        }
        assertThat(tables.rows("SELECT id FROM outbox_quarantine")).hasSize(1);
        assertThat(operations.discard(event.id(), WHY).done()).isTrue();
    }

    @Test
    void aReleasedAggregateIsTriedNowWithItsAttempts() throws SQLException {
        Event event = tables.retry(Event.of("a", 1), LATER, 4);
        tables.block(event, 0, true);
        assertThat(operations.release(aggregate("a"), WHY).done()).isTrue();
        assertThat(due()).containsExactly(event.id().toString());
        assertThat(waiting()).containsExactly(event.id() + " retry 4");
        assertThat(operator("bob").release(aggregate("a"), WHY))
                .isEqualTo(
                        new Outcome(false, "Event " + event.id() + " is due already; the relay is about to send it."));
        assertThat(tables.rows("SELECT actor, action FROM outbox_audit ORDER BY actor"))
                .containsExactly("alice release", "bob release");
    }

    @Test
    void anAggregateThatStandsAtAGivenUpEventIsReleasedByRepublishingIt() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 1), "x", "x");
        tables.block(event, 0, true);
        assertThat(operations.release(aggregate("a"), WHY).done()).isTrue();
        assertThat(waiting()).containsExactly(event.id() + " retry 0");
    }

    @Test
    void anAggregateThatStandsAtNothingIsNeitherReleasedNorSkipped() throws SQLException {
        Event leftOut = tables.quarantined(Event.of("a", 1), "x", "x");
        tables.block(leftOut, 0, false);
        for (String id : List.of("a", "unknown")) {
            assertThat(operations.release(aggregate(id), WHY).done()).isFalse();
            assertThat(operations.skip(aggregate(id), WHY).explanation()).contains("stands at no event");
        }
        assertThat(waiting()).isEmpty();
        assertThat(audit()).hasSize(4);
    }

    @Test
    void aSkippedEventGoesToQuarantineAndItsSuccessorsLeave() throws SQLException {
        Event event = tables.retry(Event.of("a", 2), LATER, 4);
        tables.block(event, 0, true);
        Event next = tables.blocked(Event.of("a", 3));
        assertThat(operations.skip(aggregate("a"), WHY).explanation()).contains("1 events behind it leave");
        assertThat(tables.rows("SELECT id, attempts, error_kind, error FROM outbox_quarantine"))
                .containsExactly(event.id() + " 4 RecordTooLarge too large");
        assertThat(tables.rows("SELECT id FROM outbox_event"))
                .containsExactly(next.id().toString());
        assertThat(waiting()).isEmpty();
        assertThat(leftOut()).containsExactly(event.id() + " 2 0");
    }

    @Test
    void aGivenUpEventThatIsSkippedStaysInQuarantine() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 2), "x", "x");
        tables.block(event, 1, true);
        tables.blocked(Event.of("a", 3));
        assertThat(operations.skip(aggregate("a"), WHY).done()).isTrue();
        assertThat(operations.show(event.id()).orElseThrow().event().state()).isEqualTo(EventState.QUARANTINED);
        assertThat(tables.rows("SELECT sequence FROM outbox_event")).containsExactly("3");
    }

    @Test
    void aRowThatOnlyANewerReleaseUnderstandsCanBeSkipped() throws SQLException {
        Event event = tables.retry(Event.of("a", 2), LATER, 0);
        tables.execute("UPDATE outbox_waiting SET reason = 'newer', format = 9, error_kind = NULL, error = NULL");
        tables.block(event, 1, true);
        assertThat(operations.skip(aggregate("a"), WHY).done()).isTrue();
        assertThat(tables.rows("SELECT format, error_kind FROM outbox_quarantine"))
                .containsExactly("9 skipped");
    }

    @Test
    void ofManyOperatorsWhoRepublishOneEventAtOnceOneDoesIt() throws Exception {
        Event event = tables.quarantined(Event.of("a", 1), "x", "x");
        tables.block(event, 0, true);
        List<Outcome> outcomes = atOnce(8, name -> operator(name).republish(event.id(), WHY));
        assertThat(outcomes).filteredOn(Outcome::done).hasSize(1);
        assertThat(outcomes)
                .filteredOn(outcome -> !outcome.done())
                .allSatisfy(outcome -> assertThat(outcome.explanation())
                        .contains("Event " + event.id() + " is not in quarantine, it waits to be sent (retry"));
        assertThat(waiting()).containsExactly(event.id() + " retry 0");
        assertThat(tables.rows("SELECT DISTINCT actor FROM outbox_audit")).hasSize(8);
        assertThat(tables.rows("SELECT id FROM outbox_audit WHERE detail LIKE 'Nothing was done.%'"))
                .hasSize(7);
    }

    @Test
    void ofTwoOperatorsWhoReleaseOneAggregateAtOnceOneDoesIt() throws Exception {
        for (int round = 0; round < 5; round++) {
            String id = "a" + round;
            tables.block(tables.retry(Event.of(id, 1), LATER, 1), 0, true);
            List<Outcome> outcomes = atOnce(2, name -> operator(name).release(aggregate(id), WHY));
            assertThat(outcomes).filteredOn(Outcome::done).hasSize(1);
            assertThat(outcomes)
                    .filteredOn(outcome -> !outcome.done())
                    .allSatisfy(outcome -> assertThat(outcome.explanation()).contains("is due already"));
            assertThat(tables.rows("SELECT actor FROM outbox_audit WHERE aggregateid = '" + id + "' ORDER BY actor"))
                    .containsExactly("operator 0", "operator 1");
        }
    }

    @Test
    void ofTwoOperatorsWhoSkipAndReleaseOneAggregateAtOnceTheSecondIsTold() throws Exception {
        for (int round = 0; round < 5; round++) {
            String id = "a" + round;
            Event event = tables.quarantined(Event.of(id, 1), "x", "x");
            tables.block(event, 0, true);
            tables.blocked(Event.of(id, 2));
            List<Outcome> outcomes = atOnce(
                    2,
                    name -> name.equals("operator 0")
                            ? operator(name).skip(aggregate(id), WHY)
                            : operator(name).discard(event.id(), WHY));
            // Skipped, then discarded: both did something. Discarded, then skipped: nothing was left to skip.
            assertThat(outcomes.get(1).done()).isTrue();
            assertThat(tables.rows("SELECT COUNT(*) FROM outbox_event WHERE aggregateid = '" + id + "'"))
                    .containsExactly("1");
            assertThat(tables.rows("SELECT COUNT(*) FROM outbox_audit WHERE aggregateid = '" + id + "'"))
                    .containsExactly("2");
        }
    }

    @Test
    void anOperatorWaitsForTheRelayAndThenSeesWhatItHasDone() throws Exception {
        Event event = tables.retry(Event.of("a", 1), LATER, 1);
        tables.block(event, 0, true);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection relay = dataSource().getConnection();
                Statement statement = relay.createStatement()) {
            relay.setAutoCommit(false);
            statement.executeQuery(
                    "SELECT 1 FROM outbox_shard WHERE channel = 'orders' AND shard = 3 FOR UPDATE SKIP LOCKED");
            Future<Outcome> released = thread.submit(() -> operations.release(aggregate("a"), WHY));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !tables.rows(waitingSessions()).equals(List.of("0")));
            statement.executeUpdate("DELETE FROM outbox_waiting");
            statement.executeUpdate("DELETE FROM outbox_blocked");
            relay.commit();
            assertThat(released.get().explanation()).contains("stands at no event");
        } finally {
            thread.shutdownNow();
        }
        assertThat(operations.release(aggregate("a"), WHY).done()).isFalse();
    }

    @Test
    void aDryRunTellsWhatWouldHappenAndChangesNothing() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 1), "x", "x");
        tables.block(event, 0, true);
        tables.blocked(Event.of("a", 2));
        List<String> before = tables.everything();
        Intent dry = WHY.asDryRun();

        assertThat(operations.repair(event.id(), Repair.tombstone(), dry).done())
                .isTrue();
        assertThat(operations.republish(event.id(), dry).done()).isTrue();
        assertThat(operations.discard(event.id(), dry).explanation()).contains("1 events behind it leave");
        assertThat(operations.release(aggregate("a"), dry).done()).isTrue();
        assertThat(operations.skip(aggregate("a"), dry).done()).isTrue();
        assertThat(operations.pause("orders", dry).done()).isTrue();

        assertThat(tables.everything()).isEqualTo(before);
    }

    @Test
    void aChannelIsPausedAndResumed() throws SQLException {
        assertThat(operations.pause("orders", WHY)).isEqualTo(new Outcome(true, "The channel 'orders' is paused now."));
        assertThat(operations.pause("orders", WHY))
                .isEqualTo(new Outcome(false, "The channel 'orders' is paused already."));
        assertThat(tables.rows("SELECT channel FROM outbox_channel WHERE paused_since IS NOT NULL"))
                .containsExactly("orders");
        assertThat(operations.resume("orders", WHY).done()).isTrue();
        assertThat(operations.resume("orders", WHY).explanation())
                .isEqualTo("The channel 'orders' is not paused already.");
        assertThat(operations.pause("order", WHY).explanation())
                .isEqualTo("There is no channel 'order'; known are [billing, orders].");
        assertThat(tables.rows("SELECT channel, action FROM outbox_audit")).hasSize(5);
    }

    @Test
    void hostileTextsDoNoHarm() throws SQLException {
        String hostile = "x'; DROP TABLE outbox_event; --\"%_\\ 漢🎉";
        Event event = tables.quarantined(Event.of(hostile, 1), "x", "x");
        tables.block(event, 0, true);
        assertThat(operator(hostile)
                        .release(aggregate(hostile), Intent.because(hostile))
                        .done())
                .isTrue();
        assertThat(tables.rows("SELECT actor, reason, aggregateid FROM outbox_audit"))
                .containsExactly(hostile + " " + hostile + " " + hostile);
        assertThat(operations.pause(hostile, WHY).done()).isFalse();

        for (String refused : List.of("a\0b", "a\ud83cb")) {
            assertThatThrownBy(() -> operations.release(aggregate(refused), WHY))
                    .isInstanceOf(OutboxOperationException.class)
                    .hasMessageContaining("aggregate id");
            assertThatThrownBy(() -> operations.pause(refused, WHY)).isInstanceOf(OutboxOperationException.class);
            assertThatThrownBy(() -> Intent.because(refused)).isInstanceOf(OutboxOperationException.class);
        }
        assertThatThrownBy(() -> Intent.because("  "))
                .isInstanceOf(OutboxOperationException.class)
                .hasMessageContaining("say why");
    }

    @Test
    void aNameThatIsTooLongForTheAuditIsShortened() throws SQLException {
        operator("n".repeat(300) + "\0").pause("orders", WHY);
        assertThat(tables.rows("SELECT actor FROM outbox_audit")).containsExactly("n".repeat(255));
    }

    @Test
    void aShardThatNoRelayKnowsIsNamed() throws SQLException {
        Event event = tables.quarantined(Event.of("a", 1), "x", "x");
        tables.execute("DELETE FROM outbox_shard");
        assertThatThrownBy(() -> operations.republish(event.id(), WHY))
                .isInstanceOf(OutboxStoreException.class)
                .hasMessageContaining("The channel 'orders' has no shard 3");
    }

    private List<Outcome> atOnce(int operators, Operation operation) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(operators);
        CyclicBarrier start = new CyclicBarrier(operators);
        List<Callable<Outcome>> calls = new ArrayList<>();
        for (int i = 0; i < operators; i++) {
            String name = "operator " + i;
            calls.add(() -> {
                start.await();
                return operation.by(name);
            });
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Future<Outcome> call : threads.invokeAll(calls)) {
            outcomes.add(call.get());
        }
        threads.shutdown();
        return outcomes;
    }

    private interface Operation {
        Outcome by(String operator);
    }

    private List<String> waiting() throws SQLException {
        return tables.rows("SELECT id, reason, attempts FROM outbox_waiting ORDER BY position");
    }

    private List<String> due() throws SQLException {
        return tables.rows("SELECT id FROM outbox_waiting WHERE available_at <= CURRENT_TIMESTAMP");
    }

    private List<String> leftOut() throws SQLException {
        return tables.rows("SELECT event_id, sequence, previous_sequence FROM outbox_blocked WHERE held = FALSE");
    }

    private List<String> audit() throws SQLException {
        return tables.rows("SELECT actor, action, reason, channel, aggregatetype, aggregateid, event_id"
                + " FROM outbox_audit ORDER BY id");
    }
}
