package org.eeoutbox.tests.shop;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;

/** The shop as an application: its WAR, with the relay on, and its own table. */
final class Shops {

    static final Class<?>[] CLASSES = {
        Shops.class,
        Shop.class,
        ShopResource.class,
        PurchaseOrder.class,
        Topic.class,
        OrderPlaced.class,
        OrderViewed.class,
        Unserialisable.class
    };

    private Shops() {}

    static TestWar war(String topic) {
        return new TestWar()
                .outbox()
                .classes(CLASSES)
                .classes(Opening.class)
                .unit(Server.current().dataSource())
                .config("outbox.schema", "create")
                .config("outbox.source", "/shop")
                .config(
                        "mp.messaging.outgoing.orders.connector",
                        Server.current().kafkaConnector())
                .config("mp.messaging.outgoing.orders.topic", topic)
                .config(
                        "mp.messaging.outgoing.orders.value.serializer",
                        "org.apache.kafka.common.serialization.ByteArraySerializer")
                .config("mp.messaging.outgoing.orders.linger.ms", "0")
                .config("mp.messaging.outgoing.orders.max-inflight-messages", "10000")
                .config("mp.messaging.outgoing.orders.batch.size", "131072");
    }

    static void createTable(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS purchase_order (id varchar(40) PRIMARY KEY, note text)");
        }
    }
}
