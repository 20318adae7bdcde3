package org.eeoutbox.relay.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.SmallRyeConfigProviderResolver;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionFactory;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.relay.engine.Relay;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.relay.engine.RelayRuntime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What holds over every kind of connector: the relay with a real store, a real connector and a real broker, without a
 * server around them.
 */
abstract class ChannelContract {

    /** Each test has a channel of its own, and the broker a destination of its name. */
    static final List<String> CHANNELS = List.of("values", "outage", "outages", "refusals");

    private static final int AGGREGATES = 60;

    private final Tables tables = new Tables();
    private final AtomicInteger pauses = new AtomicInteger();
    private final AtomicInteger acked = new AtomicInteger();
    private SeContainer container;
    private Relay relay;

    /** The attributes of a channel that make its connector give up within a few seconds. */
    abstract Map<String, String> attributes(String channel);

    abstract void killBroker();

    abstract void startBroker();

    /** Everything that has arrived so far, in order of arrival per aggregate. */
    abstract List<Arrival> arrivals(String channel);

    @BeforeEach
    void createTables() throws SQLException {
        tables.create();
    }

    private void start(String channel) {
        Map<String, String> values = new HashMap<>();
        attributes(channel).forEach((key, value) -> values.put("mp.messaging.outgoing." + channel + "." + key, value));
        values.put("outbox.channels", channel);
        values.put("outbox.source", "/contract");
        values.put("outbox.attempts.min-delay", "PT0.1S");
        configure(new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(values, "contract", 100))
                .build());
        container = SeContainerInitializer.newInstance()
                .setClassLoader(new WithoutCapture(getClass().getClassLoader()))
                .initialize();
        ChannelExtension extension = container.getBeanManager().getExtension(ChannelExtension.class);
        RelaySettings settings = extension.settings().orElseThrow();
        var beans = container.getBeanManager().createInstance();
        relay = new Relay(
                tables.store(),
                extension.publisher(beans),
                Set.of(channel),
                settings.relay(),
                new RelayRuntime(
                        Thread::new,
                        System::nanoTime,
                        () -> ThreadLocalRandom.current().nextDouble(),
                        extension.classifier(beans),
                        List.of(new Counts())));
        relay.start();
    }

    private final class Counts implements RelayListener {
        @Override
        public void acked(org.eeoutbox.OutboxEvent event, long nanos) {
            acked.incrementAndGet();
        }

        @Override
        public void paused(String channel, Duration delay, Throwable cause) {
            pauses.incrementAndGet();
        }
    }

    private static void configure(Config config) {
        SmallRyeConfigProviderResolver resolver =
                (SmallRyeConfigProviderResolver) SmallRyeConfigProviderResolver.instance();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        resolver.releaseConfig(resolver.getConfig(loader));
        resolver.registerConfig(config, loader);
    }

    @AfterEach
    void stop() throws SQLException {
        if (relay != null) {
            relay.stop(Duration.ofSeconds(5));
            container.close();
        }
        tables.drop();
    }

    private ConditionFactory eventually() {
        return await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(100));
    }

    private void awaitDrained() {
        eventually().until(() -> {
            relay.heartbeat();
            return tables.unpublished() == 0;
        });
    }

    @Test
    void everyValueArrivesAsItWasStored() throws SQLException {
        start("values");
        byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }
        byte[] large = new byte[1 << 20];
        Arrays.fill(large, (byte) 'x');
        List<byte[]> payloads =
                Arrays.asList("{\"é\":\"漢 🎉 مرحبا\"}".getBytes(UTF_8), every, large, new byte[0], null);
        UUID[] ids = new UUID[payloads.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = tables.append("values", "Zürich 漢 " + i, 1, payloads.get(i), "{\"region\":\"é 漢\"}");
        }
        awaitDrained();

        eventually()
                .untilAsserted(() -> assertThat(arrivals("values"))
                        .extracting(Arrival::id)
                        .contains(Arrays.stream(ids).map(UUID::toString).toArray(String[]::new)));
        for (Arrival arrival : arrivals("values")) {
            int i = Integer.parseInt(arrival.key().substring("Zürich 漢 ".length()));
            assertThat(arrival.id()).isEqualTo(ids[i].toString());
            assertThat(arrival.payload()).isEqualTo(payloads.get(i));
            assertThat(arrival.headers()).containsEntry("region", "é 漢");
            assertThat(arrival.attributes())
                    .containsEntry("specversion", "1.0")
                    .containsEntry("source", "/contract")
                    .containsEntry("type", "thing.changed")
                    .containsEntry("subject", arrival.key())
                    .containsEntry("partitionkey", arrival.key())
                    .containsEntry("sequence", "1")
                    .containsEntry("previoussequence", "0");
        }
    }

    @Test
    void anOutageLosesInvertsAndQuarantinesNothing() throws SQLException {
        start("outage");
        appendRound("outage", 1);
        awaitDrained();
        killBroker();
        appendRound("outage", 2);
        appendRound("outage", 3);
        eventually().until(() -> {
            relay.heartbeat();
            return pauses.get() > 2;
        });
        startBroker();
        awaitDrained();

        assertDelivered("outage", 3);
        assertThat(tables.count("outbox_quarantine")).isZero();
    }

    /** What is in flight when a broker dies is never answered by some connectors, and may count for ever. */
    @Test
    void outageAfterOutageTheChannelComesBack() throws SQLException {
        start("outages");
        for (int round = 1; round <= 6; round += 2) {
            appendRound("outages", round);
            int before = acked.get();
            eventually().until(() -> {
                relay.heartbeat();
                return acked.get() > before;
            });
            killBroker();
            appendRound("outages", round + 1);
            int pausesBefore = pauses.get();
            eventually().until(() -> {
                relay.heartbeat();
                return pauses.get() > pausesBefore || tables.unpublished() == 0;
            });
            startBroker();
        }
        awaitDrained();

        assertDelivered("outages", 6);
        assertThat(tables.count("outbox_quarantine")).isZero();
    }

    @Test
    void whatTheBrokerRefusesIsQuarantinedAndTheOthersArrive() throws SQLException {
        start("refusals");
        Set<String> refused = new HashSet<>();
        for (int i = 0; i < AGGREGATES; i++) {
            refused.add(appendRefused("refusals", "refused-" + i).toString());
            tables.append("refusals", "taken-" + i, 1, "{}".getBytes(UTF_8), null);
        }
        awaitDrained();
        appendRound("refusals", 1);
        awaitDrained();

        assertThat(tables.quarantined()).isEqualTo(refused);
        assertThat(tables.reasons()).allSatisfy(reason -> assertThat(reason).isNotBlank());
        eventually()
                .untilAsserted(() -> assertThat(arrivals("refusals"))
                        .hasSizeGreaterThanOrEqualTo(2 * AGGREGATES)
                        .extracting(Arrival::id)
                        .doesNotContainAnyElementsOf(refused));
    }

    /** Stores an event that the broker itself will not take. */
    abstract UUID appendRefused(String channel, String aggregate) throws SQLException;

    final UUID append(String channel, String aggregate, byte[] payload, String headers) throws SQLException {
        return tables.append(channel, aggregate, 1, payload, headers);
    }

    private void appendRound(String channel, int sequence) throws SQLException {
        for (int i = 0; i < AGGREGATES; i++) {
            tables.append(channel, "a-" + i, sequence, ("{\"n\":" + sequence + "}").getBytes(UTF_8), null);
        }
    }

    /** Duplicates are allowed; a first delivery out of order is not. */
    private void assertDelivered(String channel, int rounds) {
        eventually()
                .untilAsserted(() -> assertThat(
                                arrivals(channel).stream().map(Arrival::id).distinct())
                        .hasSize(AGGREGATES * rounds));
        Map<String, Integer> last = new HashMap<>();
        for (Arrival arrival : arrivals(channel)) {
            int sequence = Integer.parseInt(arrival.attributes().get("sequence"));
            int before = last.getOrDefault(arrival.key(), 0);
            assertThat(sequence).as(arrival.key()).isLessThanOrEqualTo(before + 1);
            last.put(arrival.key(), Math.max(before, sequence));
        }
    }
}
