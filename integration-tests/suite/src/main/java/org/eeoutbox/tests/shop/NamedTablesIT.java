package org.eeoutbox.tests.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From firing to the topic with tables in a schema of their own, whose names have to be quoted. */
@ArquillianTest
class NamedTablesIT {

    private static final String EVENTS = "\"Group\".\"Order event\"";

    @Inject
    Shop shop;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    DataSource dataSource;

    private Topic topic;

    @Deployment
    static WebArchive war() {
        return Shops.war("named")
                .config("outbox.table.schema", "Group")
                .config("outbox.table.prefix", "Order ")
                .build();
    }

    @BeforeEach
    void open() throws SQLException {
        Shops.createTable(dataSource);
        topic = new Topic("named");
    }

    @AfterEach
    void close() {
        topic.close();
    }

    @Test
    void eventsOfEveryKindOfFlushArriveInOrderAndLeaveTheTable() throws SQLException {
        String id = UUID.randomUUID().toString();
        shop.place(id);
        shop.fireAll(IntStream.range(0, 50)
                .mapToObj(i -> new OrderPlaced(id, BigDecimal.valueOf(i), "n" + i))
                .toList());
        UUID unordered = UUID.randomUUID();
        shop.fireAll(List.of(new OrderViewed(unordered, "me")));
        String callback = UUID.randomUUID().toString();
        shop.placeWithNote(callback, PurchaseOrder.FIRE);

        topic.await(record -> record.key().equals(unordered.toString()));
        topic.await(record -> record.key().equals(callback));
        topic.await(record -> record.key().equals(id) && Topic.text(record).contains("\"n49\""));
        assertThat(topic.recordsOf(id))
                .extracting(record -> Topic.headers(record).get("ce_sequence"))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 51).mapToObj(Integer::toString).toList());
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(rows()).isZero());
    }

    @Test
    void aRollbackLeavesNothing() throws SQLException {
        String id = UUID.randomUUID().toString();
        try {
            shop.placeThenGiveUp(id);
        } catch (RuntimeException e) {
            // Servers differ in whether the caller of a rolled-back method hears of it.
        }
        assertThat(rowsOf(id)).isZero();
    }

    private int rows() throws SQLException {
        return count("SELECT COUNT(*) FROM " + EVENTS);
    }

    private int rowsOf(String id) throws SQLException {
        return count("SELECT COUNT(*) FROM " + EVENTS + " WHERE aggregateid = '" + id + "'");
    }

    private int count(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }
}
