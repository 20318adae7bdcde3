package org.eeoutbox.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;

/** Places orders over HTTP. Thread-safe. */
final class OrderClient {

    private static final Duration TIME_OUT = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI orders;
    private final Duration patience;

    /**
     * A client of the application.
     *
     * @param api where its resources are
     * @param patience how long it may fail to take an order
     */
    OrderClient(URI api, Duration patience) {
        this.orders = api.resolve("orders");
        this.patience = patience;
    }

    /**
     * Places one order. What became of a request that failed is unknown, so each further attempt is a new order.
     *
     * @return the order that was confirmed
     * @throws IllegalStateException if the server confirms none for as long as this client has patience
     */
    Placement place(String customer, int index) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return attempt(customer, index);
            } catch (IOException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException("The server takes no orders", e);
                }
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    private Placement attempt(String customer, int index) throws IOException, InterruptedException {
        String body = "{\"customer\":\"" + customer + "\",\"total\":" + (index % 100 + 1) + ".50}";
        HttpRequest request = HttpRequest.newBuilder(orders)
                .timeout(TIME_OUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<Void> response = http.send(request, HttpResponse.BodyHandlers.discarding());
        long now = System.nanoTime();
        if (response.statusCode() != 201) {
            throw new IOException("POST " + orders + " gave status " + response.statusCode());
        }
        String location = response.headers()
                .firstValue("Location")
                .orElseThrow(() -> new IOException("POST " + orders + " gave no Location"));
        UUID id = UUID.fromString(location.substring(location.lastIndexOf('/') + 1));
        return new Placement(id, customer, index, now);
    }
}
