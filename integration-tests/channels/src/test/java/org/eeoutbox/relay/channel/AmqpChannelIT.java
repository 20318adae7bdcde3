package org.eeoutbox.relay.channel;

import io.vertx.amqp.AmqpClient;
import io.vertx.amqp.AmqpClientOptions;
import io.vertx.amqp.AmqpMessage;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.message.Message;
import org.eeoutbox.lab.ArtemisBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Over SmallRye's AMQP 1.0 connector, with Artemis. */
class AmqpChannelIT extends ChannelContract {

    private static final Map<String, List<Arrival>> ARRIVALS = new ConcurrentHashMap<>();

    private static ArtemisBroker broker;
    private static AmqpClient client;

    @BeforeAll
    static void start() {
        broker = new ArtemisBroker(CHANNELS.toArray(String[]::new));
        client = AmqpClient.create(new AmqpClientOptions().setHost("127.0.0.1").setPort(broker.port()));
    }

    @AfterAll
    static void close() {
        client.close().toCompletionStage().toCompletableFuture().join();
        broker.close();
    }

    @Override
    Map<String, String> attributes(String channel) {
        return Map.ofEntries(
                Map.entry("connector", "smallrye-amqp"),
                Map.entry("host", "127.0.0.1"),
                Map.entry("port", Integer.toString(broker.port())),
                Map.entry("address", channel),
                Map.entry("retry-on-fail-attempts", "1"),
                Map.entry("retry-on-fail-interval", "1"),
                Map.entry("reconnect-interval", "1"),
                Map.entry("credit-retrieval-period", "100"),
                Map.entry("health-enabled", "false"),
                Map.entry("tracing-enabled", "false"));
    }

    @Override
    void killBroker() {
        broker.kill();
    }

    @Override
    void startBroker() {
        broker.start();
    }

    @Override
    UUID appendRefused(String channel, String aggregate) throws SQLException {
        return append(channel, aggregate, new byte[] {1}, "{\"refuse\":\"yes\"}");
    }

    /** From the first call on a consumer takes what comes. */
    @Override
    List<Arrival> arrivals(String channel) {
        return List.copyOf(ARRIVALS.computeIfAbsent(channel, AmqpChannelIT::consume));
    }

    private static List<Arrival> consume(String channel) {
        List<Arrival> arrivals = new CopyOnWriteArrayList<>();
        client.connect()
                .compose(connection -> connection.createReceiver(channel))
                .onSuccess(receiver -> receiver.handler(message -> arrivals.add(arrival(message))))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return arrivals;
    }

    private static Arrival arrival(AmqpMessage delivered) {
        Message message = delivered.unwrap();
        Map<String, String> attributes = new HashMap<>();
        Map<String, String> headers = new HashMap<>();
        message.getApplicationProperties().getValue().forEach((name, value) -> {
            if (name.startsWith("cloudEvents:")) {
                attributes.put(name.substring("cloudEvents:".length()), value.toString());
            } else {
                headers.put(name, value.toString());
            }
        });
        byte[] payload = message.getBody() instanceof Data data ? bytes(data) : null;
        return new Arrival(message.getGroupId(), attributes, headers, payload);
    }

    private static byte[] bytes(Data data) {
        byte[] bytes = new byte[data.getValue().getLength()];
        data.getValue().asByteBuffer().get(bytes);
        return bytes;
    }
}
