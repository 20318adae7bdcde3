package org.eeoutbox.tests.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.transaction.UserTransaction;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eeoutbox.Outbox;
import org.eeoutbox.OutboxMessage;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From a committed transaction to the broker. */
@ArquillianTest
class DeliveryIT {

    @Inject
    Shop shop;

    @Inject
    Outbox outbox;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    DataSource dataSource;

    @Inject
    UserTransaction transaction;

    private Topic topic;

    @Deployment
    static WebArchive war() {
        return Shops.war("delivery").build();
    }

    @BeforeEach
    void open() throws Exception {
        Shops.createTable(dataSource);
        String marker = commitMarker();
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            topic = new Topic("delivery");
            return topic.await(record -> record.key().equals(marker)) != null;
        });
    }

    @AfterEach
    void everyEventLeavesTheTable() {
        topic.close();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(pending()).isZero());
    }

    @Test
    void aCommittedEventArrivesOnceWithItsKeyBodyAndHeaders() {
        String id = unique();
        Instant before = Instant.now();
        shop.place(id);

        ConsumerRecord<String, byte[]> record = topic.await(r -> id.equals(r.key()));
        assertThat(Topic.text(record)).isEqualTo("{\"note\":\"é 漢 🎉\",\"orderId\":\"" + id + "\",\"total\":12.50}");
        Map<String, String> headers = Topic.headers(record);
        assertThat(headers)
                .containsEntry("ce_specversion", "1.0")
                .containsEntry("ce_source", "/shop")
                .containsEntry("ce_type", "order.placed")
                .containsEntry("ce_sequence", "1")
                .containsEntry("ce_previoussequence", "0")
                .containsEntry("ce_partitionkey", id)
                .containsEntry("content-type", "application/json");
        assertThat(UUID.fromString(headers.get("ce_id")).version()).isEqualTo(7);
        assertThat(Instant.parse(headers.get("ce_time"))).isBetween(before, Instant.now());

        waitForMarker();
        assertThat(topic.recordsOf(id)).hasSize(1);
    }

    @Test
    void anEventOfAStartupSingletonArrives() {
        assertThat(Topic.headers(topic.await(record -> record.key().equals(Opening.ID))))
                .containsEntry("ce_sequence", "1");
    }

    @Test
    void nothingArrivesOfWhatWasNotCommitted() {
        String id = unique();
        assertThatThrownBy(() -> shop.placeThenFail(id)).hasMessageContaining("changed my mind");
        assertThatThrownBy(() -> shop.giveUpThenFire(id)).hasMessageContaining("rollback");
        assertThatThrownBy(() -> shop.fireWithoutTransaction(new OrderPlaced(id, BigDecimal.ONE, "none")))
                .hasMessageContaining("without a transaction");
        assertThatThrownBy(() -> shop.fireAll(List.of(
                        new OrderPlaced(id, BigDecimal.ONE, "fine"),
                        new OrderPlaced(id, BigDecimal.ONE, "break a later observer"))))
                .hasMessageContaining("a later observer fails");
        assertThatThrownBy(() -> shop.fireAsync(id).toCompletableFuture().join())
                .hasStackTraceContaining("fireAsync");
        try {
            shop.placeThenGiveUp(id);
        } catch (RuntimeException e) {
            // Servers differ in whether the caller of a rolled-back method hears of it.
        }

        waitForMarker();
        assertThat(topic.recordsOf(id)).isEmpty();
    }

    @Test
    void eventsOfOneTransactionArriveInTheOrderOfFiring() {
        String id = unique();
        shop.fireAll(IntStream.range(0, 50)
                .mapToObj(i -> new OrderPlaced(id, BigDecimal.valueOf(i), "n" + i))
                .toList());
        topic.await(record -> id.equals(record.key()) && Topic.text(record).contains("\"n49\""));
        assertThat(topic.recordsOf(id))
                .extracting(record -> Topic.headers(record).get("ce_sequence"))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 50).mapToObj(Integer::toString).toList());
    }

    @Test
    void writersThatOverlapAreDeliveredInOrderPerAggregate() throws Exception {
        List<String> ids = IntStream.range(0, 10).mapToObj(i -> unique()).toList();
        ExecutorService writers = Executors.newFixedThreadPool(8);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            String id = ids.get(i % 10);
            done.add(writers.submit(() -> shop.fireAll(List.of(new OrderPlaced(id, BigDecimal.ONE, "w")))));
        }
        for (Future<?> writer : done) {
            writer.get();
        }
        writers.shutdown();
        for (String id : ids) {
            topic.await(record -> id.equals(record.key())
                    && Topic.headers(record).get("ce_sequence").equals("40"));
            assertThat(topic.recordsOf(id))
                    .extracting(record -> Topic.headers(record).get("ce_sequence"))
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 40)
                            .mapToObj(Integer::toString)
                            .toList());
        }
    }

    @Test
    void textsAndNumbersOfEveryKindArriveAsTheyWereFired() {
        List<String> notes = List.of(
                "é 漢 🎉",
                "\u202eשלום\u202c مرحبا",
                "\"quoted\" 'single' \\ / \n \r\n \t",
                "nul: \u0000, bell: \u0007, separator: \u2028",
                "",
                "{\"not\":\"nested\"}");
        BigDecimal total = new BigDecimal("123456789012345678901234567890.123456789");
        String id = unique();
        List<OrderPlaced> events = new ArrayList<>();
        notes.forEach(note -> events.add(new OrderPlaced(id, total, note)));
        events.add(new OrderPlaced(id, null, null));
        shop.fireAll(events);

        topic.await(record -> id.equals(record.key())
                && Topic.headers(record).get("ce_sequence").equals(Integer.toString(events.size())));
        List<ConsumerRecord<String, byte[]>> records = topic.recordsOf(id);
        for (int i = 0; i < notes.size(); i++) {
            JsonObject json = Json.createReader(new StringReader(Topic.text(records.get(i))))
                    .readObject();
            assertThat(json.getString("note")).isEqualTo(notes.get(i));
            assertThat(json.getJsonNumber("total").bigDecimalValue()).isEqualTo(total);
        }
        assertThat(Topic.text(records.get(notes.size()))).isEqualTo("{\"orderId\":\"" + id + "\"}");
    }

    @Test
    void bytesArriveAsTheyWereAppended() throws Exception {
        String id = unique();
        byte[] large = new byte[1_000_000];
        new Random(42).nextBytes(large);
        transaction.begin();
        append(id, large, "first");
        append(id, new byte[0], "empty");
        append(id, null, "tombstone");
        transaction.commit();

        topic.await(record ->
                id.equals(record.key()) && Topic.headers(record).get("ce_type").equals("tombstone"));
        List<ConsumerRecord<String, byte[]>> records = topic.recordsOf(id);
        assertThat(records).hasSize(3);
        assertThat(Arrays.equals(records.get(0).value(), large)).isTrue();
        assertThat(records.get(1).value()).isEmpty();
        assertThat(records.get(2).value()).isNull();
        assertThat(Topic.headers(records.get(0)))
                .containsEntry("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .containsEntry("note", "é 漢 🎉")
                .containsEntry("content-type", "application/octet-stream");
    }

    private void append(String id, byte[] payload, String type) {
        OutboxMessage.Builder message = OutboxMessage.about("parcel", id)
                .type(type)
                .channel("orders")
                .contentType("application/octet-stream")
                .header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .header("note", "é 漢 🎉");
        outbox.append(
                payload == null ? message.build() : message.payload(payload).build());
    }

    /** Whatever was committed before the marker is in the same shard order or on its way; the table tells. */
    private void waitForMarker() {
        String marker = commitMarker();
        topic.await(record -> marker.equals(record.key()));
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(pending()).isZero());
        String last = commitMarker();
        topic.await(record -> last.equals(record.key()));
    }

    private String commitMarker() {
        String marker = unique();
        shop.fireAll(List.of(new OrderPlaced(marker, BigDecimal.ZERO, "marker")));
        return marker;
    }

    private int pending() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM outbox_event WHERE channel = 'orders'")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static String unique() {
        return UUID.randomUUID().toString();
    }
}
