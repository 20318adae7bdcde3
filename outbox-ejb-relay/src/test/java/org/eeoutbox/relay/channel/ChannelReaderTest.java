package org.eeoutbox.relay.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelReaderTest {

    private static final String OWN = "mp.messaging.outgoing.orders.";
    private static final String SHARED = "mp.messaging.connector.smallrye-kafka.";

    private static final OutboxEvent EVENT = new OutboxEvent(
            new UUID(0, 1),
            OutboxMessage.about("order", "42").type("t").channel("orders").build(),
            OptionalLong.of(1),
            OptionalLong.of(0),
            Instant.EPOCH,
            0,
            1);

    private final List<String> warnings = new ArrayList<>();

    private ChannelSettings read(Config config) {
        return new ChannelReader(config, warnings::add).read("orders");
    }

    @Test
    void acceptsAChannelThatIsAsItShouldBe() {
        ChannelSettings settings = read(Configured.channel());
        assertThat(settings.name()).isEqualTo("orders");
        assertThat(settings.connector()).isEqualTo("smallrye-kafka");
        assertThat(settings.deliveryTimeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(topic(settings)).isEqualTo("orders");
        assertThat(warnings).isEmpty();
    }

    @Test
    void readsTopicAndDeliveryTimeout() {
        ChannelSettings settings =
                read(Configured.channel(OWN + "topic", "shop.orders", OWN + "delivery.timeout.ms", "30000"));
        assertThat(topic(settings)).isEqualTo("shop.orders");
        assertThat(settings.deliveryTimeout()).isEqualTo(Duration.ofSeconds(30));
    }

    private static String topic(ChannelSettings settings) {
        MessageForm form = settings.form().apply(new CloudEvent("/shop"));
        return ((ProducerRecord<?, ?>) form.of(EVENT)).topic();
    }

    @Test
    void readsWhatIsSetForTheWholeConnector() {
        Config config = Configured.channel(
                OWN + "acks",
                "",
                SHARED + "acks",
                "-1",
                OWN + "value.serializer",
                "",
                SHARED + "value.serializer",
                "org.apache.kafka.common.serialization.ByteArraySerializer",
                SHARED + "delivery.timeout.ms",
                "20000");
        assertThat(read(config).deliveryTimeout()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void prefersWhatIsSetForTheChannel() {
        Config config = Configured.channel(SHARED + "acks", "1", SHARED + "topic", "shared", OWN + "topic", "own");
        assertThat(topic(read(config))).isEqualTo("own");
    }

    @ParameterizedTest
    @CsvSource({
        "value.serializer, '', must be org.apache.kafka.common.serialization.ByteArraySerializer",
        "value.serializer, org.apache.kafka.common.serialization.StringSerializer, must be",
        "key.serializer, org.apache.kafka.common.serialization.LongSerializer, StringSerializer",
        "acks, '', must be all",
        "acks, 1, must be all",
        "acks, 0, must be all",
        "enable.idempotence, false, must be true",
        "waitForWriteCompletion, false, must be true",
        "retries, 0, above 0",
        "max.in.flight.requests.per.connection, 6, 5 or less",
        "delivery.timeout.ms, soon, a whole number",
        "max-inflight-messages, lots, a whole number",
    })
    void refusesWhatLosesOrInvertsEvents(String attribute, String value, String rule) {
        assertThatThrownBy(() -> read(Configured.channel(OWN + attribute, value)))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageStartingWith("'" + OWN + attribute + "' is ")
                .hasMessageContaining(rule);
    }

    @Test
    void namesTheSharedKeyWhenThatIsTheWrongOne() {
        assertThatThrownBy(() -> read(Configured.channel(SHARED + "retries", "0")))
                .hasMessageStartingWith("'" + SHARED + "retries' is '0'");
    }

    @Test
    void acceptsTheDefaultAcksOfAConnectorThatLeavesThemToTheClient() {
        assertThat(read(Configured.channel(OWN + "connector", "liberty-kafka", OWN + "acks", ""))
                        .connector())
                .isEqualTo("liberty-kafka");
    }

    @Test
    void refusesAChannelWithoutAConnector() {
        assertThatThrownBy(() -> read(Configured.with()))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("set 'mp.messaging.outgoing.orders.connector'");
    }

    @Test
    void refusesConnectorsWhoseConfirmationsAreNotKnown() {
        assertThatThrownBy(() -> read(Configured.channel(OWN + "connector", "smallrye-in-memory")))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessage("'mp.messaging.outgoing.orders.connector' is 'smallrye-in-memory';"
                        + " it must be a connector for Kafka or AMQP 1.0.");
    }

    @Test
    void waitsAsLongAsAnAmqpConnectorTries() {
        assertThat(read(Configured.channel(OWN + "connector", "smallrye-amqp")).deliveryTimeout())
                .isEqualTo(Duration.ofSeconds(37));
        Config quick = Configured.channel(
                OWN + "connector",
                "smallrye-amqp",
                OWN + "retry-on-fail-attempts",
                "1",
                OWN + "retry-on-fail-interval",
                "2");
        assertThat(read(quick).deliveryTimeout()).isEqualTo(Duration.ofSeconds(4));
    }

    @ParameterizedTest
    @CsvSource({"ttl, 1000, must be 0", "cloud-events-type, mine, must be false"})
    void refusesWhatEndsOrAltersEventsOverAmqp(String attribute, String value, String rule) {
        assertThatThrownBy(() -> read(Configured.channel(OWN + "connector", "smallrye-amqp", OWN + attribute, value)))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void warnsOfAWindowSmallerThanTheBatch() {
        read(Configured.channel(OWN + "max-inflight-messages", "100"));
        assertThat(warnings).singleElement().asString().contains("'" + OWN + "max-inflight-messages' is 100", "(500)");
    }

    @Test
    void takesNoLimitForALargeWindow() {
        read(Configured.channel(OWN + "max-inflight-messages", "0"));
        assertThat(warnings).isEmpty();
    }

    @Test
    void warnsOfABatchLargerThanTheConnectorsOwnWindow() {
        read(Configured.channel("outbox.relay.batch-size", "2000"));
        assertThat(warnings).singleElement().asString().contains("is 1024");
    }
}
