package org.eeoutbox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A few plans of the many that {@code bin/faults} can make; together they hold every kind of fault. */
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

    static LongStream seeds() {
        return LongStream.of(SEEDS);
    }

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
