package org.eeoutbox.relay.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.SmallRyeConfigProviderResolver;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Vetoed;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.eclipse.microprofile.reactive.messaging.spi.ConnectorLiteral;
import org.eeoutbox.AggregateId;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.Outboxed;
import org.eeoutbox.relay.engine.Publisher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With Weld and SmallRye Reactive Messaging, on the class path as it is. */
class ChannelExtensionTest {

    @Outboxed(aggregate = "order", type = "order.placed", channel = "orders")
    record OrderPlaced(@AggregateId String orderId) {}

    @Outboxed(aggregate = "order", type = "order.cancelled")
    record OrderCancelled(@AggregateId String orderId) {}

    /** Hidden from discovery, as in an archive that the container does not look into. */
    @Vetoed
    @Outboxed(aggregate = "order", type = "order.hidden", channel = "hidden")
    record Hidden(@AggregateId String orderId) {}

    static class HiddenFirer {
        @Inject
        Event<Hidden> hidden;
    }

    static class OwnEmitter {
        @Inject
        @Channel("orders")
        Emitter<String> mine;
    }

    static class OwnParameter {
        @Inject
        void take(@Channel("orders") Emitter<String> mine) {}
    }

    static class OwnReader {
        @Incoming("orders")
        void read(String text) {}
    }

    static class OwnWriter {
        @Outgoing("orders")
        String write() {
            return "";
        }
    }

    private SeContainer container;

    private void start(String... keysAndValues) {
        start(new Class<?>[0], keysAndValues);
    }

    private void start(Class<?>[] beans, String... keysAndValues) {
        configure(Configured.with(keysAndValues));
        container = SeContainerInitializer.newInstance().addBeanClasses(beans).initialize();
    }

    private static void configure(Config config) {
        ConfigProviderResolver resolver = SmallRyeConfigProviderResolver.instance();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        resolver.releaseConfig(resolver.getConfig(loader));
        resolver.registerConfig(config, loader);
    }

    @AfterEach
    void stop() {
        if (container != null) {
            container.close();
        }
        ConfigProviderResolver resolver = SmallRyeConfigProviderResolver.instance();
        resolver.releaseConfig(resolver.getConfig());
    }

    private static String[] connectorWide(String... more) {
        String[] common = {
            "mp.messaging.outgoing.orders.connector", "keeping-kafka",
            "mp.messaging.outgoing.outbox.connector", "keeping-kafka",
            "mp.messaging.connector.keeping-kafka.acks", "all",
            "mp.messaging.connector.keeping-kafka.value.serializer",
                    "org.apache.kafka.common.serialization.ByteArraySerializer",
        };
        String[] all = Arrays.copyOf(common, common.length + more.length);
        System.arraycopy(more, 0, all, common.length, more.length);
        return all;
    }

    @Test
    void findsTheChannelsOfEventClassesAndOfTheConfiguration() {
        start(connectorWide("outbox.channels", "extra", "mp.messaging.outgoing.extra.connector", "keeping-kafka"));
        ChannelExtension extension = container.getBeanManager().getExtension(ChannelExtension.class);
        assertThat(extension.channels()).containsExactlyInAnyOrder("extra", "orders", "outbox");
        assertThat(extension.settings()).isPresent();
    }

    @Test
    void givesEachChannelAnEmitterOfItsOwnAndPassesOnTheAnswers() {
        start(connectorWide("mp.messaging.outgoing.outbox.topic", "shop.outbox"));
        ChannelExtension extension = container.select(ChannelExtension.class).get();
        Publisher publisher = extension.publisher(container.getBeanManager().createInstance());
        CompletionStage<Void> confirmed = publisher.publish(event("orders"));
        CompletionStage<Void> refused = publisher.publish(event("outbox"));

        List<Message<?>> messages = container
                .select(KeepingConnector.class, new KeepingConnectorName())
                .get()
                .messages();
        assertThat(messages)
                .extracting(message -> ((ProducerRecord<?, ?>) message.getPayload()).topic())
                .containsExactly("orders", "shop.outbox");
        assertThat(confirmed.toCompletableFuture()).isNotDone();

        messages.get(0).ack();
        messages.get(1).nack(new IllegalStateException("too large"));
        assertThat(confirmed.toCompletableFuture()).isCompleted();
        assertThat(refused.toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("too large");
    }

    /** What the connector had when it cancelled has no answer: the relay's time-out is for that. */
    @Test
    void aChannelThatTheConnectorHasCancelledIsConnectedToItAgain() {
        start(
                "mp.messaging.connector.cancelling-kafka.acks", "all",
                "mp.messaging.connector.cancelling-kafka.value.serializer",
                        "org.apache.kafka.common.serialization.ByteArraySerializer",
                "mp.messaging.outgoing.orders.connector", "cancelling-kafka",
                "mp.messaging.outgoing.orders.topic", "shop.orders",
                "mp.messaging.outgoing.outbox.connector", "cancelling-kafka");
        ChannelExtension extension = container.select(ChannelExtension.class).get();
        Publisher publisher = extension.publisher(container.getBeanManager().createInstance());
        CancellingConnector connector = container
                .select(CancellingConnector.class, ConnectorLiteral.of("cancelling-kafka"))
                .get();
        int before = connector.connections().size();
        String cancelled = connector.connections().get(0).startsWith("orders") ? "orders" : "outbox";

        CompletionStage<Void> swallowed = publisher.publish(event(cancelled));
        for (int i = 0; i < 3; i++) {
            assertThat(publisher.publish(event(cancelled)).toCompletableFuture())
                    .isCompleted();
        }
        assertThat(swallowed.toCompletableFuture()).isNotDone();
        assertThat(connector.connections())
                .hasSize(before + 1)
                .endsWith(connector.connections().get(0));
    }

    @Test
    void aChannelThatWillNotDoFailsTheDeployment() {
        assertThatThrownBy(() -> start(connectorWide("mp.messaging.outgoing.orders.retries", "0")))
                .satisfies(thrown -> assertThat(problem(thrown))
                        .hasMessageContaining("'mp.messaging.outgoing.orders.retries' is '0'"));
    }

    @Test
    void aChannelWithoutAConnectorFailsTheDeployment() {
        assertThatThrownBy(() -> start())
                .satisfies(thrown -> assertThat(problem(thrown)).hasMessageContaining("no connector"));
    }

    @Test
    void aMappedEventClassBringsItsChannel() {
        start(connectorWide(
                "outbox.event.\"com.acme.Shipped\".channel",
                "shipments",
                "mp.messaging.outgoing.shipments.connector",
                "keeping-kafka"));
        ChannelExtension extension = container.getBeanManager().getExtension(ChannelExtension.class);
        assertThat(extension.channels()).containsExactlyInAnyOrder("orders", "outbox", "shipments");
    }

    @Test
    void aMappingThatCannotBeReadFailsTheDeployment() {
        assertThatThrownBy(() -> start(connectorWide("outbox.event.com.acme.Shipped.channel", "shipments")))
                .satisfies(thrown ->
                        assertThat(problem(thrown)).hasMessageContaining("'outbox.event.com.acme.Shipped.channel'"));
    }

    @ParameterizedTest
    @ValueSource(classes = {OwnEmitter.class, OwnParameter.class, OwnReader.class, OwnWriter.class})
    void anApplicationThatUsesAChannelOfTheOutboxFailsTheDeployment(Class<?> user) {
        assertThatThrownBy(() -> start(new Class<?>[] {user}, connectorWide()))
                .satisfies(thrown -> assertThat(problem(thrown))
                        .hasMessageContaining("'orders' belongs to the outbox")
                        .hasMessageContaining(user.getName()));
    }

    @Test
    void findsTheChannelOfAClassThatIsOnlyInjectedAsAnEvent() {
        start(
                new Class<?>[] {HiddenFirer.class},
                connectorWide("mp.messaging.outgoing.hidden.connector", "keeping-kafka"));
        ChannelExtension extension = container.getBeanManager().getExtension(ChannelExtension.class);
        assertThat(extension.channels()).contains("hidden");
    }

    @Test
    void aSendTimeoutThatIsTooShortFailsTheDeployment() {
        assertThatThrownBy(() -> start(connectorWide("outbox.relay.send-timeout", "PT10S")))
                .satisfies(thrown ->
                        assertThat(problem(thrown)).hasMessageContaining("'outbox.relay.send-timeout' is 'PT10S'"));
    }

    @Test
    void aRelayThatIsOffChecksNothingAndHasNoEmitter() {
        start("outbox.relay", "off");
        ChannelExtension extension = container.select(ChannelExtension.class).get();
        assertThat(extension.channels()).isEmpty();
        assertThat(extension.settings()).isEmpty();
        assertThat(container.select(EmitterHolder.class, Any.Literal.INSTANCE).isUnsatisfied())
                .isTrue();
    }

    private static Throwable problem(Throwable thrown) {
        assertThat(thrown).isInstanceOfAny(DefinitionException.class, OutboxConfigurationException.class);
        Throwable problem = thrown;
        while (!(problem instanceof OutboxConfigurationException) && problem.getCause() != null) {
            problem = problem.getCause();
        }
        return problem;
    }

    private static OutboxEvent event(String channel) {
        OutboxMessage message = OutboxMessage.about("order", "42")
                .type("order.placed")
                .channel(channel)
                .json("{}")
                .build();
        return new OutboxEvent(new UUID(0, 1), message, OptionalLong.of(1), OptionalLong.of(0), Instant.EPOCH, 0, 1);
    }

    private static final class KeepingConnectorName extends AnnotationLiteral<Connector> implements Connector {
        private static final long serialVersionUID = 1L;

        @Override
        public String value() {
            return "keeping-kafka";
        }
    }
}
