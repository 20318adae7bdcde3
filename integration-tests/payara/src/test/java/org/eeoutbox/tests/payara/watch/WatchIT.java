package org.eeoutbox.tests.payara.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.opentelemetry.proto.trace.v1.Span;
import jakarta.json.Json;
import java.io.StringReader;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eeoutbox.tests.Lab;
import org.eeoutbox.tests.Page;
import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** What a server shows of its outbox: metrics, health and traces. */
@ArquillianTest
@RunAsClient
class WatchIT {

    private static final OtlpReceiver SPANS = new OtlpReceiver();

    @ArquillianResource
    URL application;

    private final HttpClient http = HttpClient.newHttpClient();

    @Deployment(testable = false)
    static WebArchive war() {
        TestWar war = new TestWar()
                .outbox()
                .classes(WatchedResource.class, Stubborn.class, Hearing.class, Consumed.class)
                .unit(Server.current().dataSource())
                .config("outbox.schema", "create")
                .config("outbox.channels", "watched,quiet")
                .config("outbox.payload.max-bytes", "4000000")
                .config("outbox.attempts.min-delay", "PT1H")
                .config("outbox.attempts.max-delay", "PT1H")
                .config("otel.sdk.disabled", "false")
                .config("otel.service.name", "watched")
                .config("otel.traces.exporter", "otlp")
                .config("otel.metrics.exporter", "none")
                .config("otel.exporter.otlp.protocol", "http/protobuf")
                .config("otel.exporter.otlp.endpoint", "http://localhost:" + SPANS.port())
                .config("otel.exporter.otlp.traces.endpoint", "http://localhost:" + SPANS.port() + "/v1/traces")
                .config("otel.bsp.schedule.delay", "100")
                .config("mp.messaging.incoming.heard.connector", "smallrye-kafka")
                .config("mp.messaging.incoming.heard.topic", "watched")
                .config("mp.messaging.incoming.heard.group.id", "watched")
                .config("mp.messaging.incoming.heard.auto.offset.reset", "earliest")
                .config(
                        "mp.messaging.incoming.heard.value.deserializer",
                        "org.apache.kafka.common.serialization.ByteArrayDeserializer");
        for (String channel : new String[] {"watched", "quiet"}) {
            String prefix = "mp.messaging.outgoing." + channel + ".";
            war.config(prefix + "connector", "smallrye-kafka")
                    .config(prefix + "topic", channel)
                    .config(prefix + "linger.ms", "0")
                    .config(prefix + "max-inflight-messages", "10000")
                    .config(prefix + "delivery.timeout.ms", "5000")
                    .config(prefix + "request.timeout.ms", "2000")
                    .config(prefix + "max.block.ms", "2000")
                    .config(prefix + "value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
        }
        return war.build();
    }

    @AfterAll
    static void stop() {
        SPANS.stop();
    }

    private void post(String path) throws Exception {
        post(path, "0af7651916cd43dd8448eb211c80319c");
    }

    private void post(String path, String trace) throws Exception {
        http.send(
                HttpRequest.newBuilder(URI.create(application + "api/" + path))
                        .header("traceparent", "00-" + trace + "-b7ad6b7169203331-01")
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                BodyHandlers.discarding());
    }

    private URI root() {
        return URI.create("http://" + application.getHost() + ":" + application.getPort() + "/");
    }

    private Scrape scrape() {
        try {
            return new Scrape(Page.read(root().toURL(), "metrics?scope=application"));
        } catch (Exception e) {
            throw new IllegalStateException("Cannot scrape", e);
        }
    }

    /** An action and the counters that move, with how far; all others stay. */
    static Stream<Arguments> actions() {
        return Stream.of(
                arguments("watched/t/commit/a", Map.of("captured", 1, "published", 1)),
                arguments("watched/t/roll-back/a", Map.of()),
                arguments("watched/t/commit-later/b", Map.of("captured", 1, "published", 1)),
                arguments(
                        "watched/t/commit-large/c",
                        Map.of("captured", 1, "quarantined", 1, "failed RecordTooLargeException", 1)),
                arguments(
                        "watched/order.stubborn/commit-large/d",
                        Map.of("captured", 1, "retried", 1, "failed RecordTooLargeException", 1)),
                arguments("watched/t/refused-for-its-size/e", Map.of("rejected payload", 1)),
                arguments("nowhere/t/commit/e", Map.of("rejected message", 1)),
                arguments("watched/t/without-transaction/e", Map.of("rejected transaction", 1)));
    }

    @ParameterizedTest
    @MethodSource("actions")
    void eachCounterMovesForTheEventItNamesAndForNoOther(String action, Map<String, Integer> moves) throws Exception {
        Map<String, Double> expected = new TreeMap<>(counters());
        moves.forEach((counter, times) -> expected.merge(counter, (double) times, Double::sum));
        post(action);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(counters()).isEqualTo(expected));
        // What follows late would be an event too much: another one of another channel has come and gone by then.
        expected.merge("captured quiet", 1.0, Double::sum);
        expected.merge("published quiet", 1.0, Double::sum);
        post("quiet/t/commit/z");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(counters()).isEqualTo(expected));
    }

    private Map<String, Double> counters() {
        Map<String, Double> counters = new TreeMap<>();
        Scrape scrape = scrape();
        for (String name : List.of("captured", "published", "quarantined", "retried", "replayed")) {
            counters.put(name, scrape.value("outbox_events_" + name + "_total", Map.of("channel", "watched")));
            counters.put(name + " quiet", scrape.value("outbox_events_" + name + "_total", Map.of("channel", "quiet")));
        }
        for (String reason : List.of("transaction", "payload", "message", "configuration")) {
            counters.put("rejected " + reason, scrape.value("outbox_events_rejected_total", Map.of("reason", reason)));
        }
        double failed = scrape.value("outbox_publish_failures_total", Map.of("kind", "RecordTooLargeException"));
        counters.put("failed RecordTooLargeException", Double.isNaN(failed) ? 0 : failed);
        return counters;
    }

    @Test
    void gaugesAndHistogramsFollow() throws Exception {
        post("watched/t/commit-large/g");
        post("watched/t/commit/h");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Scrape scrape = scrape();
            Map<String, String> watched = Map.of("channel", "watched");
            assertThat(scrape.value("outbox_quarantine", watched)).isPositive();
            assertThat(scrape.value("outbox_blocked_aggregates", watched)).isPositive();
            assertThat(scrape.value("outbox_backlog", watched)).isZero();
            assertThat(scrape.value("outbox_oldest_age_seconds", watched)).isZero();
            assertThat(scrape.value("outbox_breaker_open", watched)).isZero();
            assertThat(scrape.value("outbox_send_seconds_count", watched)).isPositive();
            assertThat(scrape.value("outbox_send_seconds_bucket", Map.of("channel", "watched", "le", "+Inf")))
                    .isEqualTo(scrape.value("outbox_send_seconds_count", watched));
            assertThat(scrape.value("outbox_quarantine", Map.of("channel", "quiet")))
                    .isZero();
        });
    }

    @Test
    void deliveriesToAConsumerAreCountedByWhatBecameOfThem() throws Exception {
        double processed =
                scrape().value("outbox_inbox_deliveries", Map.of("consumer", "hearing", "kind", "processed"));
        double repeated =
                scrape().value("outbox_inbox_deliveries", Map.of("consumer", "hearing", "kind", "unordered_duplicate"));
        String id = UUID.randomUUID().toString();
        post("consumed/" + id);
        post("consumed/" + id);
        assertThat(scrape().value("outbox_inbox_deliveries", Map.of("consumer", "hearing", "kind", "processed")))
                .isEqualTo(processed + 1);
        assertThat(scrape().value(
                                "outbox_inbox_deliveries",
                                Map.of("consumer", "hearing", "kind", "unordered_duplicate")))
                .isEqualTo(repeated + 1);
    }

    @Test
    void noPayloadAndNoAggregateIsATag() throws Exception {
        post("watched/t/commit/aggregate-4711");
        assertThat(scrape().all().keySet())
                .noneMatch(series -> series.contains("4711") || series.contains("aggregateid"));
    }

    @Test
    void aTraceThatStartsInARequestEndsInTheConsumer() throws Exception {
        String trace = UUID.randomUUID().toString().replace("-", "");
        post("watched/t/commit/traced", trace);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(SPANS.spansOf(trace))
                        .extracting(Span::getName)
                        .contains("create watched", "process"));
        Span create = named(SPANS.spansOf(trace), "create watched");
        assertThat(create.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_PRODUCER);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(SPANS.spans())
                        .filteredOn(span -> span.getName().equals("send watched"))
                        .anySatisfy(send -> assertThat(send.getLinksList())
                                .extracting(Span.Link::getSpanId)
                                .contains(create.getSpanId())));
        assertThat(named(SPANS.spansOf(trace), "process").getParentSpanId()).isEqualTo(create.getSpanId());
    }

    private static Span named(List<Span> spans, String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void healthFollowsTheBrokerWithin15SecondsAndLivenessDoesNot() {
        awaitStatus("health", 200);
        Lab.kafka().kill();
        try {
            awaitStatus("health/ready", 503);
            assertThat(status("health/live")).isEqualTo(200);
        } finally {
            Lab.kafka().start();
        }
        awaitStatus("health/ready", 200);
    }

    private void awaitStatus(String path, int expected) {
        await().atMost(Duration.ofSeconds(15))
                .pollInterval(Duration.ofMillis(250))
                .until(() -> status(path) == expected);
    }

    private int status(String path) {
        try {
            return http.send(HttpRequest.newBuilder(root().resolve(path)).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (Exception e) {
            throw new IllegalStateException("No health", e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"grafana-dashboard.json", "alerts.yml"})
    void everySeriesOfADashboardOrAnAlertIsInTheScrape(String file) throws Exception {
        post("watched/t/commit-large/failing");
        String text = Files.readString(Path.of("../../docs/operations", file));
        if (file.endsWith(".json")) {
            Json.createReader(new StringReader(text)).readObject();
        } else {
            Map<String, Object> rules = new Yaml().load(text);
            assertThat(rules).containsKey("groups");
        }
        Set<String> named = new TreeSet<>();
        Matcher series = Pattern.compile("\\boutbox_[a-z_]+").matcher(text);
        while (series.find()) {
            named.add(series.group());
        }
        assertThat(named).hasSizeGreaterThan(5);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(scrape().names()).containsAll(named));
    }
}
