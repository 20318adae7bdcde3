package org.eeoutbox.relay.channel;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/** Configurations for tests. */
final class Configured {

    private Configured() {}

    /** Keys and values in turn. */
    static Config with(String... keysAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(values, "test", 100))
                .build();
    }

    /** A channel "orders" that is as it should be, changed by keys and values in turn; an empty value takes a key out. */
    static Config channel(String... keysAndValues) {
        Map<String, String> values = new HashMap<>();
        values.put("mp.messaging.outgoing.orders.connector", "smallrye-kafka");
        values.put(
                "mp.messaging.outgoing.orders.value.serializer",
                "org.apache.kafka.common.serialization.ByteArraySerializer");
        values.put("mp.messaging.outgoing.orders.acks", "all");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return with(values.entrySet().stream()
                .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
                .toArray(String[]::new));
    }
}
