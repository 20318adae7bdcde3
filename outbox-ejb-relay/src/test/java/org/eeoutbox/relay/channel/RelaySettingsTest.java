package org.eeoutbox.relay.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.relay.engine.RelayConfig;
import org.eeoutbox.relay.health.HealthSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelaySettingsTest {

    private static final Set<String> CHANNELS = Set.of("orders", "payments");
    private static final Duration DELIVERY = Duration.ofMinutes(2);

    @Test
    void hasPresets() {
        assertThat(RelaySettings.read(Configured.with(), CHANNELS, DELIVERY))
                .isEqualTo(new RelaySettings(
                        new RelayConfig(
                                500,
                                8_388_608,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(125),
                                Duration.ofMillis(100),
                                Duration.ofSeconds(5),
                                1,
                                new RelayConfig.Retry(10, Duration.ofSeconds(1), Duration.ofMinutes(5)),
                                Set.of()),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10),
                        "/outbox",
                        new HealthSettings(Duration.ofMinutes(10), Duration.ofSeconds(5), false)));
    }

    @Test
    void readsEveryKey() {
        assertThat(RelaySettings.read(
                        Configured.with(
                                "outbox.relay.batch-size", "10",
                                "outbox.relay.batch-bytes", "1000",
                                "outbox.relay.max-hold", "PT2S",
                                "outbox.relay.send-timeout", "PT3M",
                                "outbox.relay.retry.min-delay", "PT0.2S",
                                "outbox.relay.retry.max-delay", "PT9S",
                                "outbox.relay.workers", "2",
                                "outbox.relay.heartbeat", "PT4S",
                                "outbox.relay.stop-grace", "PT0S",
                                "outbox.attempts.max", "3",
                                "outbox.attempts.min-delay", "PT2S",
                                "outbox.attempts.max-delay", "PT1M",
                                "outbox.channel.payments.on-quarantine", "skip",
                                "outbox.health.channels", "report",
                                "outbox.health.max-age", "PT1H",
                                "outbox.health.probe-interval", "PT0S",
                                "outbox.source", "https://shop.example/orders"),
                        CHANNELS,
                        DELIVERY))
                .isEqualTo(new RelaySettings(
                        new RelayConfig(
                                10,
                                1000,
                                Duration.ofSeconds(2),
                                Duration.ofMinutes(3),
                                Duration.ofMillis(200),
                                Duration.ofSeconds(9),
                                2,
                                new RelayConfig.Retry(3, Duration.ofSeconds(2), Duration.ofMinutes(1)),
                                Set.of("payments")),
                        Duration.ofSeconds(4),
                        Duration.ZERO,
                        "https://shop.example/orders",
                        new HealthSettings(Duration.ofHours(1), Duration.ZERO, true)));
    }

    @ParameterizedTest
    @CsvSource({
        "outbox.relay.batch-size, 0, from 1 to 10000",
        "outbox.relay.batch-size, many, from 1 to 10000",
        "outbox.relay.batch-bytes, -1, from 1 to",
        "outbox.relay.max-hold, 5s, such as PT5S",
        "outbox.relay.max-hold, PT2M, from PT0.1S to PT1M",
        "outbox.relay.send-timeout, PT2M, longer than the client of every channel",
        "outbox.relay.retry.min-delay, PT0S, from PT0.001S",
        "outbox.relay.retry.max-delay, PT0.01S, from PT0.1S",
        "outbox.relay.workers, 17, from 1 to 16",
        "outbox.relay.heartbeat, PT0S, from PT0.1S",
        "outbox.relay.stop-grace, PT-1S, from PT0S",
        "outbox.attempts.max, 0, from 1 to 1000",
        "outbox.attempts.min-delay, soon, such as PT5S",
        "outbox.attempts.max-delay, PT0.5S, from PT1S",
        "outbox.channel.orders.on-quarantine, drop, 'skip' (they leave)",
        "outbox.source, not a uri, a URI reference",
    })
    void saysKeyValueAndRule(String key, String value, String rule) {
        assertThatThrownBy(() -> RelaySettings.read(Configured.with(key, value), CHANNELS, DELIVERY))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageStartingWith("'" + key + "' is '" + value + "'; it must be ")
                .hasMessageContaining(rule);
    }

    @Test
    void canBeOff() {
        assertThat(RelaySettings.isOff(Configured.with())).isFalse();
        assertThat(RelaySettings.isOff(Configured.with("outbox.relay", "polling")))
                .isFalse();
        assertThat(RelaySettings.isOff(Configured.with("outbox.relay", "off"))).isTrue();
        assertThatThrownBy(() -> RelaySettings.isOff(Configured.with("outbox.relay", "on")))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessage("'outbox.relay' is 'on'; it must be 'polling' or 'off'.");
    }
}
