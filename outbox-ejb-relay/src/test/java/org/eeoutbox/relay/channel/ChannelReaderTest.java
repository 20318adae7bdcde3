package org.eeoutbox.relay.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelReaderTest {

    private static final String OWN = "mp.messaging.outgoing.orders.";
    private static final String SHARED = "mp.messaging.connector.smallrye-kafka.";

    private final List<String> warnings = new ArrayList<>();

    private ChannelSettings read(Config config) {
        return new ChannelReader(config, warnings::add).read("orders");
    }

    @Test
    void acceptsAChannelThatIsAsItShouldBe() {
        assertThat(read(Configured.channel()))
                .isEqualTo(new ChannelSettings("orders", "smallrye-kafka", "orders", Duration.ofMinutes(2)));
        assertThat(warnings).isEmpty();
    }

    @Test
    void readsTopicAndDeliveryTimeout() {
        assertThat(read(Configured.channel(OWN + "topic", "shop.orders", OWN + "delivery.timeout.ms", "30000")))
                .isEqualTo(new ChannelSettings("orders", "smallrye-kafka", "shop.orders", Duration.ofSeconds(30)));
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
        assertThat(read(config).topic()).isEqualTo("own");
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
    void refusesOtherConnectorsForNow() {
        assertThatThrownBy(() -> read(Configured.channel(OWN + "connector", "smallrye-amqp")))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessage("'mp.messaging.outgoing.orders.connector' is 'smallrye-amqp';"
                        + " it must be a Kafka connector; others are not supported yet.");
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
