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

    private static final String ORDERS = "mp.messaging.outgoing.orders.";

    private Shops() {}

    static TestWar war(String topic) {
        return war(topic, Server.current().dataSource());
    }

    static TestWar war(String topic, String dataSource) {
        TestWar war = new TestWar()
                .outbox()
                .classes(CLASSES)
                .classes(Opening.class)
                .unit(dataSource)
                .config("outbox.schema", "create")
                .config("outbox.source", "/shop")
                .config(ORDERS + "topic", topic)
                .config(ORDERS + "value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer")
                .config(ORDERS + "linger.ms", "0")
                .config(ORDERS + "max-inflight-messages", "10000")
                .config(ORDERS + "batch.size", "131072");
        Server.current().kafkaChannel().forEach((attribute, value) -> war.config(ORDERS + attribute, value));
        return war;
    }

    /** With a second channel to the same topic, and a limit that is above the broker's client's. */
    static TestWar warWithASkippingChannel(String topic) {
        String skipping = "mp.messaging.outgoing.skipping.";
        TestWar war = war(topic)
                .config("outbox.payload.max-bytes", "4000000")
                .config("outbox.channels", "skipping")
                .config("outbox.channel.skipping.on-quarantine", "skip")
                .config(skipping + "topic", topic)
                .config(skipping + "value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer")
                .config(skipping + "max-inflight-messages", "10000");
        Server.current().kafkaChannel().forEach((attribute, value) -> war.config(skipping + attribute, value));
        return war;
    }

    static void createTable(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS purchase_order (id varchar(40) PRIMARY KEY, note text)");
        }
    }
}
