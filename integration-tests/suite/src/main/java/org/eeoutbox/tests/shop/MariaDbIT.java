package org.eeoutbox.tests.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
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
import org.eeoutbox.tests.Server;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From a committed transaction to the broker, with the application's data and its events in MariaDB as it comes. */
@ArquillianTest
class MariaDbIT {

    @Inject
    Shop shop;

    @Inject
    Outbox outbox;

    @Resource(lookup = "java:comp/env/jdbc/outbox-mariadb")
    DataSource dataSource;

    @Inject
    UserTransaction transaction;

    private Topic topic;

    @Deployment
    static WebArchive war() {
        return Shops.war("mariadb", Server.current().mariaDb()).build();
    }

    @BeforeEach
    void open() throws SQLException {
        Shops.createTable(dataSource);
        topic = new Topic("mariadb");
    }

    @AfterEach
    void everyEventLeavesTheTable() {
        topic.close();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(count("SELECT COUNT(*) FROM outbox_event")).isZero());
    }

    @Test
    void aCommittedEventArrivesWithTheTimeAtWhichItWasFired() throws SQLException {
        String id = unique();
        Instant before = Instant.now();
        shop.place(id);
        ConsumerRecord<String, byte[]> record = topic.await(r -> id.equals(r.key()));
        assertThat(Topic.text(record)).isEqualTo("{\"note\":\"é 漢 🎉\",\"orderId\":\"" + id + "\",\"total\":12.50}");
        assertThat(Topic.headers(record)).containsEntry("ce_sequence", "1").containsEntry("ce_previoussequence", "0");
        assertThat(Instant.parse(Topic.headers(record).get("ce_time"))).isBetween(before, Instant.now());
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                count(
                                        "SELECT COUNT(*) FROM outbox_published WHERE aggregateid = '" + id
                                                + "' AND published_at BETWEEN UTC_TIMESTAMP() - INTERVAL 1 MINUTE AND UTC_TIMESTAMP(6)"))
                        .isEqualTo(1));
    }

    @Test
    void nothingIsLeftOfWhatWasNotCommitted() throws SQLException {
        String id = unique();
        assertThatThrownBy(() -> shop.placeThenFail(id)).hasMessageContaining("changed my mind");
        assertThat(count("SELECT COUNT(*) FROM outbox_event WHERE aggregateid = '" + id + "'"))
                .isZero();
        assertThat(count("SELECT COUNT(*) FROM outbox_aggregate WHERE aggregateid = '" + id + "'"))
                .isZero();
        assertThat(count("SELECT COUNT(*) FROM purchase_order WHERE id = '" + id + "'"))
                .isZero();
    }

    @Test
    void eventsOfOneTransactionAndOfTheCommitsOwnFlushArriveInOrder() {
        String id = unique();
        shop.fireAll(IntStream.range(0, 50)
                .mapToObj(i -> new OrderPlaced(id, BigDecimal.valueOf(i), "n" + i))
                .toList());
        shop.placeWithNote(id, PurchaseOrder.FIRE);
        topic.await(record -> id.equals(record.key()) && Topic.text(record).contains("post-persist"));
        assertThat(sequences(id)).containsExactlyElementsOf(upTo(51));
    }

    /** At REPEATABLE READ, each with a snapshot of its own. */
    @Test
    void writersThatOverlapAreDeliveredInOrderPerAggregate() throws Exception {
        List<String> ids = IntStream.range(0, 10).mapToObj(i -> unique()).toList();
        ExecutorService writers = Executors.newFixedThreadPool(8);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            List<OrderPlaced> events = List.of(
                    new OrderPlaced(ids.get(i % 10), BigDecimal.ONE, "w"),
                    new OrderPlaced(ids.get((i + 3) % 10), BigDecimal.ONE, "w"));
            done.add(writers.submit(() -> shop.fireAll(events)));
        }
        for (Future<?> writer : done) {
            writer.get();
        }
        writers.shutdown();
        for (String id : ids) {
            topic.await(record -> id.equals(record.key())
                    && Topic.headers(record).get("ce_sequence").equals("80"));
            assertThat(sequences(id)).containsExactlyElementsOf(upTo(80));
        }
    }

    @Test
    void bytesArriveAsTheyWereAppendedAndDelayedOnesLater() throws Exception {
        String id = unique();
        byte[] large = new byte[1_000_000];
        new Random(42).nextBytes(large);
        transaction.begin();
        outbox.append(message(id, "delayed")
                .unordered()
                .availableAt(Instant.now().plusSeconds(3))
                .build());
        outbox.append(message(id, "large").payload(large).build());
        outbox.append(message(id, "empty").payload(new byte[0]).build());
        outbox.append(message(id, "tombstone").build());
        transaction.commit();
        topic.await(record ->
                id.equals(record.key()) && Topic.headers(record).get("ce_type").equals("delayed"));
        List<ConsumerRecord<String, byte[]>> records = topic.recordsOf(id);
        assertThat(records)
                .extracting(record -> Topic.headers(record).get("ce_type"))
                .containsExactly("large", "empty", "tombstone", "delayed");
        assertThat(Arrays.equals(records.get(0).value(), large)).isTrue();
        assertThat(records.get(1).value()).isEmpty();
        assertThat(records.get(2).value()).isNull();
    }

    private static OutboxMessage.Builder message(String id, String type) {
        return OutboxMessage.about("parcel", id)
                .type(type)
                .channel("orders")
                .contentType("application/octet-stream")
                .header("note", "é 漢 🎉");
    }

    private List<String> sequences(String id) {
        return topic.recordsOf(id).stream()
                .map(record -> Topic.headers(record).get("ce_sequence"))
                .toList();
    }

    private static List<String> upTo(int last) {
        return IntStream.rangeClosed(1, last).mapToObj(Integer::toString).toList();
    }

    private int count(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static String unique() {
        return UUID.randomUUID().toString();
    }
}
