package org.eeoutbox.relay.channel;

import java.util.Locale;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxConfigurationException;

/** Reads the configuration of channels and refuses what would lose, invert or needlessly double events. */
final class ChannelReader {

    private final Settings settings;
    private final KafkaRules kafka;

    ChannelReader(Config config, Consumer<String> warnings) {
        this.settings = new Settings(config);
        this.kafka = new KafkaRules(settings, warnings);
    }

    /**
     * Reads and checks one channel.
     *
     * @throws OutboxConfigurationException at the first attribute that will not do
     */
    ChannelSettings read(String channel) {
        String key = "mp.messaging.outgoing." + channel + ".connector";
        String connector = settings.text(key)
                .orElseThrow(() -> new OutboxConfigurationException("Events leave through the channel '" + channel
                        + "', which has no connector: set '" + key + "', such as smallrye-kafka."));
        Attributes attributes = new Attributes(settings, channel, connector);
        return switch (ConnectorKind.of(connector)) {
            case KAFKA -> kafka.check(attributes);
            case AMQP -> AmqpRules.check(attributes);
            case UNKNOWN -> throw Settings.wrong(key, connector, "a connector for Kafka or AMQP 1.0");
        };
    }

    /** Connectors whose confirmations are known to be the broker's, by what their names have in common. */
    enum ConnectorKind {
        KAFKA,
        AMQP,
        UNKNOWN;

        static ConnectorKind of(String connector) {
            String name = connector.toLowerCase(Locale.ROOT);
            return name.contains("kafka") ? KAFKA : name.contains("amqp") ? AMQP : UNKNOWN;
        }
    }
}
