package org.eeoutbox.relay.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** Where the brokers of a channel listen, as far as its configuration tells. */
final class BrokerAddresses {

    /** One of them. */
    record Address(String host, int port) {}

    private final Config config;

    BrokerAddresses(Config config) {
        this.config = config;
    }

    /** Empty if the configuration does not name them by host and port. */
    List<Address> of(String channel) {
        String connector = text("mp.messaging.outgoing." + channel + ".connector")
                .orElse("")
                .toLowerCase(Locale.ROOT);
        Optional<String> servers = attribute(channel, connector, "bootstrap.servers");
        if (servers.isEmpty() && connector.contains("kafka")) {
            servers = text("kafka.bootstrap.servers");
        }
        if (servers.isPresent()) {
            return parse(servers.get());
        }
        String alias = connector.substring(connector.lastIndexOf('-') + 1);
        Optional<String> host = attribute(channel, connector, "host").or(() -> text(alias + "-host"));
        Optional<String> port = attribute(channel, connector, "port").or(() -> text(alias + "-port"));
        return host.isPresent() && port.isPresent() ? parse(host.get() + ":" + port.get()) : List.of();
    }

    private Optional<String> attribute(String channel, String connector, String name) {
        return text("mp.messaging.outgoing." + channel + "." + name)
                .or(() -> text("mp.messaging.connector." + connector + "." + name));
    }

    private Optional<String> text(String key) {
        return config.getOptionalValue(key, String.class).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static List<Address> parse(String servers) {
        List<Address> addresses = new ArrayList<>();
        for (String server : servers.split(",")) {
            String text = server.strip();
            int colon = text.lastIndexOf(':');
            try {
                String host = text.substring(text.lastIndexOf('/') + 1, colon).replaceAll("[\\[\\]]", "");
                addresses.add(new Address(host, Integer.parseInt(text.substring(colon + 1))));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                // Not host and port: whoever uses it knows what it means, a probe does not.
                return List.of();
            }
        }
        return addresses;
    }
}
