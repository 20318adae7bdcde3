package org.eeoutbox.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of {@code bin/faults}, which also holds the help text. */
@Command(name = "faults", description = "Breaks the system at random and checks the events.")
public final class Faults implements Callable<Integer> {

    private static final int RATE = 60;
    private static final int SOAK_RATE = 500;

    @Spec
    private CommandSpec spec;

    @Option(names = "--runs", defaultValue = "1", description = "How many runs.")
    private int runs;

    @Option(names = "--seed", defaultValue = "1", description = "The seed of the first run; the next has the next.")
    private long seed;

    @Option(names = "--nodes", defaultValue = "2", description = "How many servers.")
    private int nodes;

    @Option(names = "--rate", description = "Transactions in a second; with --soak, events.")
    private Integer rate;

    @Option(names = "--soak", description = "Instead of runs: load for so long, such as 30m.")
    private String soak;

    @Option(names = "--plan", description = "Print the plans and run nothing.")
    private boolean plan;

    @Option(names = "--war", hidden = true)
    private Path war;

    @Option(names = "--directory", hidden = true)
    private Path directory;

    private Faults() {}

    /**
     * Runs the fault runs.
     *
     * @param args see {@code bin/faults --help}
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Faults()).setParameterExceptionHandler((e, rest) -> refuse(e.getMessage()));
    }

    /** Prints the plans, or carries them out. */
    @Override
    public Integer call() throws SQLException, InterruptedException, IOException {
        if (runs < 1 || nodes < 1 || nodes > 9 || rate != null && rate < 1) {
            throw new ParameterException(spec.commandLine(), "--runs, --nodes (up to 9) and --rate are at least 1");
        }
        if (plan) {
            for (int i = 0; i < runs; i++) {
                System.out.println(Plan.of(seed + i, nodes));
            }
            return 0;
        }
        return carryOut() ? 0 : 1;
    }

    private boolean carryOut() throws SQLException, InterruptedException, IOException {
        Files.createDirectories(directory);
        Cluster cluster = new Cluster(directory, war, nodes);
        // The one place that stops everything: at the end, at Ctrl-C and at SIGTERM alike.
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "stop-cluster"));
        System.err.println("Logs: " + directory);
        cluster.start();
        try (PrintWriter log = new PrintWriter(Files.newBufferedWriter(directory.resolve("faults.log")), true);
                TopicReader reader = new TopicReader(cluster.broker().bootstrapServers(), Cluster.partitions())) {
            return soak == null ? runs(cluster, reader, log) : soak(cluster, reader);
        }
    }

    private boolean runs(Cluster cluster, TopicReader reader, PrintWriter log)
            throws SQLException, InterruptedException {
        Run run = new Run(cluster, reader, directory, Run.Load.dense(rate == null ? RATE : rate));
        Verdict all = Verdict.NOTHING;
        for (int i = 0; i < runs; i++) {
            all = all.plus(one(run, seed + i, log));
        }
        System.out.println("faults: runs=" + runs + " " + all.counts());
        return all.good();
    }

    private boolean soak(Cluster cluster, TopicReader reader) throws SQLException, InterruptedException {
        Duration length = Duration.parse("PT" + soak.toUpperCase(Locale.ROOT));
        Soak.Outcome outcome =
                new Soak(cluster, reader, directory, System.out).run(length, rate == null ? SOAK_RATE : rate, seed);
        outcome.growing().forEach((what, how) -> System.out.println("growing: " + what + " " + how));
        outcome.warnings().stream().limit(30).forEach(System.out::println);
        outcome.verdict().findings().stream().limit(30).forEach(System.out::println);
        System.out.println(outcome.line(length));
        return outcome.good();
    }

    private Verdict one(Run run, long oneSeed, PrintWriter log) throws SQLException, InterruptedException {
        long begun = System.nanoTime();
        Plan one = Plan.of(oneSeed, nodes);
        log.println("seed " + oneSeed);
        Verdict verdict = run.carryOut(one, "s" + oneSeed + "-", log::println);
        String line = String.format(
                Locale.ROOT,
                "seed %d: %s faults=%d seconds=%d",
                oneSeed,
                verdict.counts(),
                one.faults().size(),
                Duration.ofNanos(System.nanoTime() - begun).toSeconds());
        log.println(line);
        System.out.println(line);
        verdict.findings().stream().limit(10).forEach(finding -> System.out.println("  " + finding));
        return verdict;
    }

    private static int refuse(String message) {
        System.err.println("faults: " + message + "\nTry 'bin/faults --help'.");
        return CommandLine.ExitCode.USAGE;
    }
}
