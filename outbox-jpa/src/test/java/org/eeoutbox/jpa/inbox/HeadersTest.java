package org.eeoutbox.jpa.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.reactive.messaging.amqp.IncomingAmqpMetadata;
import io.smallrye.reactive.messaging.ce.CloudEventMetadata;
import io.smallrye.reactive.messaging.ce.impl.DefaultIncomingCloudEventMetadata;
import io.smallrye.reactive.messaging.jms.IncomingJmsMessageMetadata;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;
import io.vertx.amqp.AmqpMessage;
import io.vertx.core.json.JsonObject;
import jakarta.jms.JMSException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.ReceivedEvent.Position;
import org.junit.jupiter.api.Test;

/** The same event in what each connector hands over. */
class HeadersTest {

    private static final Map<String, String> ATTRIBUTES = Map.of(
            "id", "e-1",
            "source", "/shop",
            "subject", "o é",
            "aggregatetype", "order",
            "sequence", "12",
            "previoussequence", "10");

    private static final ReceivedEvent EVENT =
            new ReceivedEvent("e-1", Optional.of(new Position("/shop", "order", "o é", 12, OptionalLong.of(10))));

    @Test
    void ofAKafkaRecord() {
        assertThat(Headers.areIn(ConsumerRecord.class)).isTrue();
        assertThat(Headers.read(kafkaRecord())).contains(EVENT);
    }

    @Test
    void ofSmallRyesMetadataOfAKafkaRecord() {
        assertThat(Headers.areIn(IncomingKafkaRecordMetadata.class)).isTrue();
        assertThat(Headers.read(new IncomingKafkaRecordMetadata<>(kafkaRecord(), "orders")))
                .contains(EVENT);
    }

    @Test
    void ofAnAmqpMessage() {
        assertThat(Headers.areIn(IncomingAmqpMetadata.class)).isTrue();
        for (String prefix : List.of("cloudEvents:", "cloudEvents_")) {
            JsonObject properties = new JsonObject();
            prefixed(prefix).forEach(properties::put);
            AmqpMessage message = proxy(AmqpMessage.class, Map.of("applicationProperties", properties));
            assertThat(Headers.read(new IncomingAmqpMetadata(message))).contains(EVENT);
        }
    }

    @Test
    void ofAJmsMessage() {
        assertThat(Headers.areIn(jakarta.jms.Message.class)).isTrue();
        assertThat(Headers.areIn(IncomingJmsMessageMetadata.class)).isTrue();
        for (String prefix : List.of("ce_", "cloudEvents_")) {
            assertThat(Headers.read(jmsMessage(prefixed(prefix)))).contains(EVENT);
            assertThat(Headers.read(new IncomingJmsMessageMetadata(jmsMessage(prefixed(prefix)))))
                    .contains(EVENT);
        }
    }

    @Test
    void ofSmallRyesCloudEvent() {
        assertThat(Headers.areIn(CloudEventMetadata.class)).isTrue();
        Map<String, Object> extensions = new TreeMap<>(ATTRIBUTES);
        assertThat(Headers.read(new DefaultIncomingCloudEventMetadata<>(
                        "1.0", "e-1", URI.create("/shop"), "t", null, null, "o é", null, extensions, "payload")))
                .contains(EVENT);
    }

    @Test
    void ofAMap() {
        assertThat(Headers.read(prefixed("ce-"))).contains(EVENT);
    }

    @Test
    void ofAMessageInMemory() {
        Message<String> message = Message.of("payload", Metadata.of("something else", EVENT));
        assertThat(IncomingMessage.of(message).event(getClass().getClassLoader()))
                .contains(EVENT);
        message = Message.of("payload", Metadata.of(prefixed("ce_")));
        assertThat(IncomingMessage.of(message).event(getClass().getClassLoader()))
                .contains(EVENT);
    }

    @Test
    void ofAMessageAroundAKafkaRecord() {
        assertThat(IncomingMessage.of(Message.of(kafkaRecord()))
                        .event(getClass().getClassLoader()))
                .contains(EVENT);
        Message<?> wrapping = proxy(Message.class, Map.of("unwrap", kafkaRecord(), "getMetadata", Metadata.empty()));
        assertThat(IncomingMessage.of(wrapping).event(getClass().getClassLoader()))
                .contains(EVENT);
    }

    @Test
    void whatSaysNothingIsNoEvent() {
        assertThat(Headers.read(new ConsumerRecord<>("orders", 0, 0, "key", "value")))
                .isEmpty();
        assertThat(Headers.read(jmsMessage(Map.of()))).isEmpty();
        assertThat(Headers.read("payload")).isEmpty();
        assertThat(Headers.areIn(String.class)).isFalse();
        assertThat(Headers.areIn(HasProperties.class)).isFalse();
        assertThat(IncomingMessage.of(Message.of("payload")).event(getClass().getClassLoader()))
                .isEmpty();
    }

    private interface HasProperties {
        List<String> getProperties();
    }

    private static ConsumerRecord<String, String> kafkaRecord() {
        ConsumerRecord<String, String> kafkaRecord = new ConsumerRecord<>("orders", 0, 0, "key", "value");
        prefixed("ce_")
                .forEach((name, value) -> kafkaRecord.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return kafkaRecord;
    }

    private static Map<String, String> prefixed(String prefix) {
        Map<String, String> prefixed = new TreeMap<>();
        ATTRIBUTES.forEach((name, value) -> prefixed.put(prefix + name, value));
        return prefixed;
    }

    /** As Artemis and others do, it refuses names that are no identifiers. */
    private static jakarta.jms.Message jmsMessage(Map<String, String> properties) {
        return (jakarta.jms.Message) Proxy.newProxyInstance(
                HeadersTest.class.getClassLoader(),
                new Class<?>[] {jakarta.jms.Message.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getStringProperty" -> {
                        if (!arguments[0].toString().matches("\\w+")) {
                            throw new JMSException("no identifier: " + arguments[0]);
                        }
                        yield properties.get(arguments[0]);
                    }
                    case "getPropertyNames" -> new Properties().propertyNames();
                    default -> null;
                });
    }

    private static <T> T proxy(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                HeadersTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }
}
