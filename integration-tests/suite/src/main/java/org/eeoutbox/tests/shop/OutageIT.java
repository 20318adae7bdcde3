package org.eeoutbox.tests.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.eeoutbox.tests.Lab;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The broker goes away under load and comes back. */
@ArquillianTest
@RunAsClient
class OutageIT {

    /** {@code -Doutbox.test.outage=PT2M} makes it longer, and so the number of events larger. */
    private static final Duration OUTAGE = Duration.parse(System.getProperty("outbox.test.outage", "PT20S"));

    private static final int CLIENTS = 4;
    private static final int AGGREGATES_PER_CLIENT = 5;

    @ArquillianResource
    URL application;

    /** Not HTTP/2, to which the client would upgrade: Open Liberty's side of it hangs now and then. */
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Deployment(testable = false)
    static WebArchive war() {
        return Shops.war("outage").build();
    }

    @Test
    void anOutageOfTheBrokerCostsTheApplicationNothingAndLosesAndInvertsNothing() throws Exception {
        place("warm-up", 1);
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        List<Future<long[]>> placed = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            String prefix = "client-" + client + "-";
            placed.add(clients.submit(() -> placeUntil(over, prefix)));
        }
        Lab.kafka().stop();
        // The outage has a length and no other end; the clients work meanwhile.
        clients.awaitTermination(OUTAGE.toMillis(), TimeUnit.MILLISECONDS);
        Lab.kafka().start();
        over.set(true);

        try (Topic topic = new Topic("outage")) {
            for (int client = 0; client < CLIENTS; client++) {
                long[] counts = placed.get(client).get();
                for (int aggregate = 0; aggregate < AGGREGATES_PER_CLIENT; aggregate++) {
                    assertDelivered(topic, "client-" + client + "-" + aggregate, counts[aggregate]);
                }
            }
        } finally {
            clients.shutdown();
        }
        assertThat(rows("outbox_quarantine")).isZero();
        assertThat(rows("outbox_waiting"))
                .as("events that an attempt was counted for")
                .isZero();
    }

    private static int rows(String table) throws SQLException {
        try (Connection connection = Lab.database().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table + " WHERE channel = 'orders'"
                        + " AND aggregateid LIKE 'client-%'")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void assertDelivered(Topic topic, String id, long count) {
        assertThat(count).isPositive();
        topic.await(record -> id.equals(record.key())
                && Topic.headers(record).get("ce_sequence").equals(Long.toString(count)));
        Set<String> seen = new HashSet<>();
        List<Long> firstDeliveries = topic.recordsOf(id).stream()
                .map(Topic::headers)
                .filter(headers -> seen.add(headers.get("ce_id")))
                .map(headers -> Long.valueOf(headers.get("ce_sequence")))
                .toList();
        assertThat(firstDeliveries)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, count).boxed().toList());
    }

    /** Places orders one after the other; every one of them must succeed. */
    private long[] placeUntil(AtomicBoolean over, String prefix) throws IOException, InterruptedException {
        long[] counts = new long[AGGREGATES_PER_CLIENT];
        for (int i = 0; !over.get() || i < AGGREGATES_PER_CLIENT; i++) {
            int aggregate = i % AGGREGATES_PER_CLIENT;
            place(prefix + aggregate, ++counts[aggregate]);
        }
        return counts;
    }

    private void place(String id, long number) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(application + "api/orders/" + id + "/n" + number))
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.noBody())
                .build();
        assertThat(http.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(204);
    }
}
