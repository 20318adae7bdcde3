package org.eeoutbox.tests.payara;

import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import java.time.Duration;
import org.eeoutbox.tests.TestWar;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** One dependency, {@code outbox-smallrye}, gives an application on Payara channels that reach Kafka. */
@ArquillianTest
class MessagingIT {

    @Inject
    Echo echo;

    @Deployment
    static WebArchive war() {
        return new TestWar()
                .messaging()
                .classes(Echo.class)
                .config("mp.messaging.outgoing.said.connector", "smallrye-kafka")
                .config("mp.messaging.outgoing.said.topic", "echo")
                .config(
                        "mp.messaging.outgoing.said.value.serializer",
                        "org.apache.kafka.common.serialization.StringSerializer")
                .config("mp.messaging.incoming.heard.connector", "smallrye-kafka")
                .config("mp.messaging.incoming.heard.topic", "echo")
                .config("mp.messaging.incoming.heard.group.id", "echo")
                .config("mp.messaging.incoming.heard.auto.offset.reset", "earliest")
                .config(
                        "mp.messaging.incoming.heard.value.deserializer",
                        "org.apache.kafka.common.serialization.StringDeserializer")
                .build();
    }

    @Test
    void emitterAndIncomingMethodMeetOnKafka() {
        echo.say("hello").toCompletableFuture().join();
        await().atMost(Duration.ofSeconds(30)).until(() -> echo.heard().contains("hello"));
    }
}
