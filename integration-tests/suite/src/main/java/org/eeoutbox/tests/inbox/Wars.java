package org.eeoutbox.tests.inbox;

import java.util.List;
import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The consumers as an application that reads what it has published itself. */
final class Wars {

    private Wars() {}

    static WebArchive inbox() {
        TestWar war = new TestWar()
                .outbox()
                .packagesOf(Billing.class)
                .unit(Server.current().dataSource())
                .config("outbox.schema", "create")
                .config("outbox.source", "/sales")
                .config("outbox.inbox.strict.order", "reject");
        for (String channel : List.of("sales", "billed")) {
            String prefix = "mp.messaging.outgoing." + channel + ".";
            war.config(prefix + "topic", channel)
                    .config(prefix + "value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer")
                    .config(prefix + "max-inflight-messages", "10000");
            Server.current().kafkaChannel().forEach((attribute, value) -> war.config(prefix + attribute, value));
        }
        String prefix = "mp.messaging.incoming.sold.";
        war.config(prefix + "topic", "sales")
                .config(prefix + "group.id", "billing")
                .config(prefix + "auto.offset.reset", "earliest")
                .config(prefix + "key.deserializer", "org.apache.kafka.common.serialization.StringDeserializer")
                .config(prefix + "value.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
        Server.current().kafkaChannel().forEach((attribute, value) -> {
            if (!attribute.equals("acks")) {
                war.config(prefix + attribute, value);
            }
        });
        return war.build();
    }
}
