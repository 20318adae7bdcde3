package org.eeoutbox.relay.health;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.relay.health.BrokerAddresses.Address;

/**
 * Whether anything listens where the brokers of a channel should: a connection is opened and closed. That says little
 * of a broker that listens and does not work, but a dead one is found without an event to send. Safe for use by several
 * threads.
 */
final class BrokerProbe {

    private static final int TIMEOUT_MILLIS = (int) Duration.ofSeconds(2).toMillis();

    private final Map<String, List<Address>> addresses = new TreeMap<>();
    private final Map<String, Boolean> reachable = new ConcurrentHashMap<>();

    BrokerProbe(Config config, Collection<String> channels) {
        BrokerAddresses known = new BrokerAddresses(config);
        channels.forEach(channel -> addresses.put(channel, known.of(channel)));
    }

    /** What the last probe found; {@code true} if there was none. */
    boolean isReachable(String channel) {
        return reachable.getOrDefault(channel, true);
    }

    /** Tries the brokers of a channel one after the other until one answers. Takes some seconds if none does. */
    void probe(String channel) {
        List<Address> brokers = addresses.get(channel);
        if (!brokers.isEmpty()) {
            reachable.put(channel, brokers.stream().anyMatch(BrokerProbe::listens));
        }
    }

    /** A name is looked up at each probe: brokers move. */
    private static boolean listens(Address broker) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(broker.host(), broker.port()), TIMEOUT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
