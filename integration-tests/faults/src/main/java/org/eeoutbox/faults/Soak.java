package org.eeoutbox.faults;

import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.eeoutbox.faults.Fault.Kind;
import org.eeoutbox.faults.LogWatch.Window;
import org.eeoutbox.faults.Run.Load;
import org.eeoutbox.faults.Samples.Sample;

/** Load for long, with one restart of a server and one outage of the broker: nothing may pile up. Used by one thread. */
final class Soak {

    private static final int SAMPLES = 60;
    private static final Duration SHORTEST_OUTAGE = Duration.ofSeconds(10);

    /** How long after a fault its echoes may be logged: the last time-out, the last back-off. */
    private static final Duration ECHO = Duration.ofSeconds(25);

    /** Events that a transaction of the workload commits on average, some of which roll back. */
    private static final double EVENTS_EACH = 2.55;

    private final Cluster cluster;
    private final TopicReader reader;
    private final Path directory;
    private final PrintStream out;
    private final Tables tables;
    private final Samples samples = new Samples();
    private final List<Window> windows = new ArrayList<>();
    private long begun;
    private volatile boolean over;

    Soak(Cluster cluster, TopicReader reader, Path directory, PrintStream out) {
        this.cluster = cluster;
        this.reader = reader;
        this.directory = directory;
        this.out = out;
        this.tables = new Tables(cluster.dataSource());
    }

    /**
     * What came of it.
     *
     * @param verdict on the events
     * @param growing what has grown that must not
     * @param warnings what was logged without a reason
     * @param largestBacklog the most events that waited at a time
     */
    record Outcome(Verdict verdict, Map<String, String> growing, List<String> warnings, long largestBacklog) {

        boolean good() {
            return verdict.good() && growing.isEmpty() && warnings.isEmpty();
        }

        String line(Duration length) {
            return "soak: seconds=" + length.toSeconds() + " " + verdict.counts() + " largest-backlog=" + largestBacklog
                    + " growing=" + growing.keySet() + " unexpected-warnings=" + warnings.size();
        }
    }

    /** One restart after a sixth of the time, one outage after a third; then all has to become flat again. */
    static Plan plan(Duration length, long seed) {
        Duration outage = length.dividedBy(30);
        return new Plan(
                seed,
                length,
                List.of(
                        new Fault(length.dividedBy(6), Kind.RESTART_NODE, 1, Duration.ZERO),
                        new Fault(
                                length.dividedBy(3),
                                Kind.STOP_BROKER,
                                0,
                                outage.compareTo(SHORTEST_OUTAGE) < 0 ? SHORTEST_OUTAGE : outage)));
    }

    /**
     * Runs it. What is left at its end was published: a run waits for that.
     *
     * @param length how long clients write
     * @param eventsPerSecond how many events they commit
     * @param seed of their work
     */
    Outcome run(Duration length, int eventsPerSecond, long seed) throws SQLException, InterruptedException {
        windows.add(new Window(Instant.EPOCH, Instant.now().plus(ECHO)));
        begun = System.nanoTime();
        Thread sampler = new Thread(() -> sample(length.dividedBy(SAMPLES)), "sampler");
        sampler.setDaemon(true);
        sampler.start();
        Load load = new Load((int) Math.ceil(eventsPerSecond / EVENTS_EACH), 32, 500, 200, Duration.ofMinutes(1));
        Verdict verdict =
                new Run(cluster, reader, directory, load).carryOut(plan(length, seed), "soak-", this::noteFault);
        over = true;
        sampler.join();
        List<String> warnings = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            warnings.addAll(LogWatch.unexpected(node.log(), windows));
        }
        return new Outcome(verdict, samples.growing(), warnings, samples.largestBacklog());
    }

    private synchronized void noteFault(String line) {
        out.println(line);
        Instant now = Instant.now();
        if (line.contains("begins")) {
            windows.add(new Window(now.minusSeconds(1), Instant.MAX));
        } else {
            Window last = windows.remove(windows.size() - 1);
            windows.add(new Window(last.from(), now.plus(ECHO)));
        }
    }

    private void sample(Duration pause) {
        while (!over) {
            try {
                turnPartition();
                Sample sample = look();
                samples.add(sample);
                out.println(Samples.line(sample));
                Thread.sleep(pause.toMillis());
            } catch (SQLException e) {
                out.println("no sample: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Hours pass slowly: one that has passed comes up again, with rows, and retention drops it. */
    private void turnPartition() throws SQLException {
        tables.makeOldPartition();
    }

    private Sample look() throws SQLException, InterruptedException {
        Map<String, Long> bytes = new LinkedHashMap<>(tables.sizes());
        for (Node node : cluster.nodes()) {
            OptionalLong heap = node.heap();
            if (heap.isPresent()) {
                bytes.put("heap-" + node.number(), heap.getAsLong());
            }
        }
        return new Sample((System.nanoTime() - begun) / 1_000_000_000, tables.backlog(), bytes);
    }
}
