package org.eeoutbox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A few plans of the many that {@code bin/faults} can make; together they hold every kind of fault. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FaultsIT {

    static final long[] SEEDS = {3, 15, 51};
    static final int NODES = 2;
    private static final int RATE = 60;

    private static Cluster cluster;
    private static TopicReader reader;
    private static Path directory;

    @BeforeAll
    static void start() throws Exception {
        directory = Files.createDirectories(Path.of("target", "faults-it").toAbsolutePath());
        cluster = new Cluster(directory, Path.of(System.getProperty("outbox.faults.war")), NODES);
        cluster.start();
        reader = new TopicReader(cluster.broker().bootstrapServers(), Cluster.partitions());
    }

    @AfterAll
    static void stop() {
        if (reader != null) {
            reader.close();
        }
        cluster.close();
    }

    /** What servers and broker have logged of all that went wrong: refusals, time-outs, broken connections, crashes. */
    @Test
    @Order(Integer.MAX_VALUE)
    void noLogHoldsAPayload() throws IOException {
        List<Path> logs = new ArrayList<>();
        for (Path each : List.of(directory, directory.resolve("kafka"))) {
            collect(each, 1, logs);
        }
        for (int node = 1; node <= NODES; node++) {
            collect(directory.resolve("node-" + node), 5, logs);
        }
        assertThat(logs).hasSizeGreaterThan(NODES);
        for (Path log : logs) {
            try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
                assertThat(lines.filter(line -> line.contains(Workload.MARKER)).findFirst())
                        .as(log.toString())
                        .isEmpty();
            }
        }
    }

    private static void collect(Path in, int depth, List<Path> logs) throws IOException {
        try (Stream<Path> files = Files.find(
                in, depth, (path, attributes) -> path.toString().endsWith(".log") && attributes.size() > 0)) {
            files.forEach(logs::add);
        }
    }

    static LongStream seeds() {
        return LongStream.of(SEEDS);
    }

    @Order(1)
    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsLostInventedOutOfOrderOrGivenUp(long seed) throws Exception {
        Verdict verdict = new Run(cluster, reader, directory, Run.Load.dense(RATE))
                .carryOut(Plan.of(seed, NODES), "s" + seed + "-", System.out::println);
        System.out.println("seed " + seed + ": " + verdict.counts());
        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.events()).isGreaterThan(500);
    }
}
