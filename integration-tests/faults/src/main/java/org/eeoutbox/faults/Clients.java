package org.eeoutbox.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eeoutbox.faults.Workload.Request;
import org.eeoutbox.faults.Write.Answer;

/** Write to all nodes until they are told to stop, and note what they are told. Started and stopped once. */
final class Clients {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<URI> nodes;
    private final long pauseNanos;
    private final Queue<Write> writes = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /**
     * Clients that do nothing yet.
     *
     * @param nodes where to write
     * @param rate how many transactions all of them ask for in a second, if the answers come in time
     * @param workloads one for each client
     */
    Clients(List<URI> nodes, int rate, List<Workload> workloads) {
        this.nodes = List.copyOf(nodes);
        this.pauseNanos = 1_000_000_000L * workloads.size() / rate;
        for (Workload workload : workloads) {
            SplittableRandom choice = new SplittableRandom(threads.size());
            threads.add(new Thread(() -> write(workload, choice), "client-" + threads.size()));
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Returns when the last answer has come, or is not waited for any longer. */
    List<Write> stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        return List.copyOf(writes);
    }

    int count() {
        return writes.size();
    }

    private void write(Workload workload, SplittableRandom choice) {
        long due = System.nanoTime();
        while (!stopped) {
            Request request = workload.next();
            writes.add(request.answered(ask(request, nodes.get(choice.nextInt(nodes.size())))));
            due = Math.max(due + pauseNanos, System.nanoTime() - pauseNanos);
            pause(due - System.nanoTime());
        }
    }

    private Answer ask(Request request, URI node) {
        HttpRequest post = HttpRequest.newBuilder(node)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(request.json()))
                .build();
        try {
            int status = http.send(post, BodyHandlers.discarding()).statusCode();
            if (request.commits()) {
                return status == 204 ? Answer.COMMITTED : Answer.UNKNOWN;
            }
            return status == 409 ? Answer.ROLLED_BACK : Answer.UNKNOWN;
        } catch (IOException e) {
            return Answer.UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.UNKNOWN;
        }
    }

    private static void pause(long nanos) {
        try {
            if (nanos > 0) {
                Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
