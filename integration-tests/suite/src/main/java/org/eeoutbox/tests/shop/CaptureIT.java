package org.eeoutbox.tests.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.eeoutbox.Outbox;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.OutboxPayloadException;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.jpa.EventRow;
import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a transaction leaves in the table, with the relay off. The unit's pool has one connection, so every test here
 * also shows that capture needs no second one.
 */
@ArquillianTest
class CaptureIT {

    @Inject
    Shop shop;

    @Inject
    Outbox outbox;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    DataSource dataSource;

    @Inject
    UserTransaction transaction;

    @Deployment
    static WebArchive war() {
        return new TestWar()
                .outbox()
                .classes(Shops.CLASSES)
                .unit(Server.current().singleConnection())
                .config("outbox.schema", "create")
                .config("outbox.relay", "off")
                .build();
    }

    @BeforeEach
    void emptyTables() throws SQLException {
        Shops.createTable(dataSource);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE purchase_order, outbox_event, outbox_aggregate");
        }
    }

    record Row(
            String id,
            String aggregateId,
            String type,
            Long sequence,
            long position,
            String payload,
            int version,
            int shard) {}

    @Test
    void aCommittedTransactionLeavesItsEventBesideItsData() throws SQLException {
        shop.place("4711");

        assertThat(orders()).containsExactly("4711");
        Row row = onlyRow();
        assertThat(UUID.fromString(row.id()).version()).isEqualTo(7);
        assertThat(row.aggregateId()).isEqualTo("4711");
        assertThat(row.type()).isEqualTo("order.placed");
        assertThat(row.version()).isEqualTo(2);
        assertThat(row.sequence()).isEqualTo(1);
        assertThat(row.payload()).isEqualTo("{\"note\":\"é 漢 🎉\",\"orderId\":\"4711\",\"total\":12.50}");
    }

    @Test
    void aFailedTransactionLeavesNothing() throws SQLException {
        assertThatThrownBy(() -> shop.placeThenFail("1")).hasMessageContaining("changed my mind");
        assertNothing();
    }

    @Test
    void aTransactionMarkedForRollbackAfterFiringLeavesNothing() throws SQLException {
        try {
            shop.placeThenGiveUp("1");
        } catch (RuntimeException e) {
            // Servers differ in whether the caller of a rolled-back method hears of it.
        }
        assertNothing();
    }

    @Test
    void anEventFiredInATransactionMarkedForRollbackIsRefused() throws SQLException {
        assertThatThrownBy(() -> shop.giveUpThenFire("1"))
                .isInstanceOf(OutboxTransactionRequiredException.class)
                .hasMessageContaining("order.placed")
                .hasMessageContaining("rollback");
        assertNothing();
    }

    @Test
    void anExceptionInALaterObserverLeavesNothing() throws SQLException {
        assertThatThrownBy(() -> shop.fireAll(List.of(new OrderPlaced("1", BigDecimal.ONE, "break a later observer"))))
                .hasMessageContaining("a later observer fails");
        assertNothing();
    }

    @Test
    void anEventFiredOutsideATransactionIsRefused() throws SQLException {
        assertThatThrownBy(() -> shop.fireWithoutTransaction(new OrderPlaced("1", BigDecimal.ONE, "none")))
                .isInstanceOf(OutboxTransactionRequiredException.class)
                .hasMessageContaining("order.placed")
                .hasMessageContaining("@Transactional");
        assertNothing();
    }

    @Test
    void anAsynchronousEventIsRefused() throws SQLException {
        assertThatThrownBy(() -> shop.fireAsync("1").toCompletableFuture().get())
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(OutboxTransactionRequiredException.class)
                .hasStackTraceContaining("fireAsync");
        assertNothing();
    }

    @Test
    void eventsOfOneAggregateKeepTheirOrder() throws SQLException {
        List<OrderPlaced> events = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            events.add(new OrderPlaced("order-" + i % 20, BigDecimal.valueOf(i), "n" + i));
        }
        shop.fireAll(events);

        List<Row> rows = rows();
        assertThat(rows)
                .extracting(Row::payload)
                .containsExactlyElementsOf(events.stream()
                        .map(event -> "{\"note\":\"" + event.note() + "\",\"orderId\":\"" + event.orderId()
                                + "\",\"total\":" + event.total() + "}")
                        .toList());
        for (int order = 0; order < 20; order++) {
            String id = "order-" + order;
            assertThat(rows.stream().filter(row -> row.aggregateId().equals(id)).map(Row::sequence))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 15).boxed().toList());
        }
    }

    @Test
    void equalEventsAreStoredOneByOne() throws SQLException {
        shop.fireAll(Collections.nCopies(10, new OrderPlaced("1", BigDecimal.TEN, "same")));
        assertThat(rows()).hasSize(10).extracting(Row::id).doesNotHaveDuplicates();
    }

    @Test
    void anEventIsStoredAsItWasWhenItWasFired() throws SQLException {
        UUID id = UUID.randomUUID();
        shop.fireThenChange(new OrderViewed(id, "me"));
        Row row = onlyRow();
        assertThat(row.payload()).isEqualTo("{\"by\":\"me\",\"orderId\":\"" + id + "\"}");
        assertThat(row.aggregateId()).isEqualTo(id.toString());
        assertThat(row.sequence()).isNull();
    }

    @Test
    void anInnerTransactionKeepsItsEventsWhenTheOuterOneFails() throws SQLException {
        assertThatThrownBy(() -> shop.innerCommitsOuterFails("inner", "outer")).hasMessageContaining("outer one");
        assertThat(onlyRow().aggregateId()).isEqualTo("inner");
    }

    @Test
    void anEventFiredFromACallbackOfTheCommitsOwnFlushIsStoredOnce() throws SQLException {
        shop.placeWithNote("1", PurchaseOrder.FIRE);
        assertThat(onlyRow().payload()).contains("post-persist");

        shop.changeNote("1", PurchaseOrder.FIRE + " again");
        assertThat(rows()).extracting(Row::sequence).containsExactly(1L, 2L);
        assertThat(rows().get(1).payload()).contains("pre-update");
    }

    @Test
    void anEventFiredFromABeforeCompletionObserverIsStoredOnce() throws SQLException {
        shop.nudge("1");
        assertThat(onlyRow().payload()).contains("before completion");
    }

    @Test
    void aUserTransactionWorksLikeAnyOther() throws Exception {
        transaction.begin();
        shop.fireWithoutTransaction(new OrderPlaced("1", BigDecimal.ONE, "user transaction"));
        transaction.commit();
        assertThat(rows()).hasSize(1);

        transaction.begin();
        shop.fireWithoutTransaction(new OrderPlaced("2", BigDecimal.ONE, "user transaction"));
        transaction.rollback();
        assertThat(rows()).hasSize(1);
    }

    @Test
    void writersOfOneAggregateLeaveAGaplessSequenceInOrderOfPosition() throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(8);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            done.add(writers.submit(() -> shop.fireAll(
                    List.of(new OrderPlaced("1", BigDecimal.ONE, "w"), new OrderPlaced("2", BigDecimal.ONE, "w")))));
        }
        for (Future<?> writer : done) {
            writer.get();
        }
        writers.shutdown();
        for (String id : List.of("1", "2")) {
            assertThat(rows().stream()
                            .filter(row -> row.aggregateId().equals(id))
                            .map(Row::sequence))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 200).boxed().toList());
        }
    }

    @Test
    void aMessageWithoutAClassIsStoredAsItIs() throws Exception {
        byte[] bytes = {0, 1, (byte) 0xff, (byte) 0xfe};
        transaction.begin();
        UUID id = outbox.append(OutboxMessage.about("parcel", "p1")
                .type("parcel.sent")
                .channel("orders")
                .contentType("application/octet-stream")
                .payload(bytes)
                .header("traceparent", "00-é-1")
                .build());
        outbox.append(OutboxMessage.about("parcel", "p2")
                .type("parcel.sent")
                .channel("orders")
                .unordered()
                .build());
        transaction.commit();

        assertThat(rows()).extracting(Row::id).contains(id.toString());
        assertThat(value("SELECT payload FROM outbox_event WHERE aggregateid = 'p1'"))
                .isEqualTo(bytes);
        assertThat(value("SELECT headers FROM outbox_event WHERE aggregateid = 'p1'"))
                .isEqualTo("{\"traceparent\":\"00-é-1\"}");
        assertThat(value("SELECT payload FROM outbox_event WHERE aggregateid = 'p2'"))
                .isNull();
    }

    @Test
    void theTwoEqualHoursAtTheEndOfDaylightSavingAreStoredApart() throws Exception {
        List<Instant> instants =
                List.of(Instant.parse("2026-10-25T00:30:00.123456Z"), Instant.parse("2026-10-25T01:30:00.123456Z"));
        OutboxMessage message = OutboxMessage.about("clock", "c")
                .type("clock.struck")
                .channel("orders")
                .build();
        transaction.begin();
        for (Instant instant : instants) {
            shop.persist(new EventRow(UUID.randomUUID(), message, null, 0, null, instant));
        }
        transaction.commit();
        for (Instant instant : instants) {
            assertThat(value("SELECT COUNT(*) FROM outbox_event WHERE occurred_at = '" + instant + "'"))
                    .isEqualTo(1L);
        }
    }

    @Test
    void whatCannotBePublishedIsRefusedWhereItIsFired() throws Exception {
        refused(new Unserialisable(), OutboxPayloadException.class, "order.broken");
        refused(new OrderPlaced(null, BigDecimal.ONE, "no id"), OutboxMessageException.class, "order.placed");
        refused(new OrderPlaced(" ", BigDecimal.ONE, "blank id"), OutboxMessageException.class, "aggregate id");
        refused(new OrderPlaced("x".repeat(256), BigDecimal.ONE, "long id"), OutboxMessageException.class, "256");
        refused(
                new OrderPlaced("1", BigDecimal.ONE, "x".repeat(1_000_001)),
                OutboxPayloadException.class,
                "outbox.payload.max-bytes");
        refused(new OrderPlaced("1", BigDecimal.ONE, "half: \ud83c"), OutboxPayloadException.class, "surrogate");
        transaction.begin();
        assertThatThrownBy(() -> outbox.append(OutboxMessage.about("a", "1")
                        .type("t")
                        .channel("nowhere")
                        .build()))
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("'nowhere'")
                .hasMessageContaining("outbox.channels");
        transaction.rollback();
        assertNothing();
    }

    private void refused(Object event, Class<?> kind, String says) throws Exception {
        transaction.begin();
        assertThatThrownBy(() -> shop.fireWithoutTransaction(event))
                .isInstanceOf(kind)
                .hasMessageContaining(says);
        transaction.rollback();
    }

    private void assertNothing() throws SQLException {
        assertThat(rows()).isEmpty();
        assertThat(orders()).isEmpty();
        assertThat(value("SELECT MAX(last_sequence) FROM outbox_aggregate")).isNull();
    }

    private Row onlyRow() throws SQLException {
        assertThat(rows()).hasSize(1);
        return rows().get(0);
    }

    private List<Row> rows() throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM outbox_event ORDER BY position")) {
            while (row.next()) {
                byte[] payload = row.getBytes("payload");
                rows.add(new Row(
                        row.getString("id"),
                        row.getString("aggregateid"),
                        row.getString("type"),
                        row.getObject("sequence", Long.class),
                        row.getLong("position"),
                        payload == null ? null : new String(payload, StandardCharsets.UTF_8),
                        row.getInt("schema_version"),
                        row.getInt("shard")));
            }
        }
        return rows;
    }

    private List<String> orders() throws SQLException {
        List<String> ids = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id FROM purchase_order ORDER BY id")) {
            while (row.next()) {
                ids.add(row.getString(1));
            }
        }
        return ids;
    }

    private Object value(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getObject(1) : null;
        }
    }
}
