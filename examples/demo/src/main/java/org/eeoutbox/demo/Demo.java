package org.eeoutbox.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of {@code bin/demo}, which also holds the help text. */
@Command(name = "demo", description = "Runs the examples on real servers.", usageHelpAutoWidth = true)
public final class Demo implements Callable<Integer> {

    private static final int DEFAULT_RATE = 200;

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", defaultValue = "8080", description = "HTTP port of the orders service.")
    private int port;

    @Option(names = "--db", defaultValue = "postgresql", description = "The database: ${COMPLETION-CANDIDATES}.")
    private Database database;

    @Option(names = "--orders", description = "Place this many orders, check their events and invoices, and end.")
    private Integer orders;

    @Option(names = "--rate", description = "Orders per second, 0 for as fast as possible.")
    private Integer rate;

    @Option(names = "--kill", description = "Kill both services in the middle of the check and start them again.")
    private boolean kill;

    @Option(names = "--help", usageHelp = true, description = "Show this.")
    private boolean help;

    @Option(names = "--war", required = true, hidden = true)
    private Path war;

    @Option(names = "--billing-war", required = true, hidden = true)
    private Path billingWar;

    @Option(names = "--directory", required = true, hidden = true)
    private Path directory;

    private volatile boolean stopping;

    private Demo() {}

    /**
     * Runs the demo.
     *
     * @param args see {@code bin/demo --help}
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Demo())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, rest) -> refuse(e.getMessage()))
                .setExecutionExceptionHandler(
                        (e, line, parsed) -> line.<Demo>getCommand().fail(e));
    }

    /** Starts everything; then checks, or waits for Ctrl-C. */
    @Override
    public Integer call() throws InterruptedException {
        check();
        Servers servers =
                new Servers(directory, new Servers.Wars(war, billingWar), port, database, Progress.toStandardError());
        // The one place that stops the servers: after the check, at Ctrl-C and at SIGTERM alike.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(servers), "stop-servers"));
        servers.start();
        if (orders == null) {
            System.out.println(servers.instructions());
            new CountDownLatch(1).await();
        }
        Verdict verdict = new SelfCheck(servers, Progress.toStandardError())
                .run(orders, rate == null ? DEFAULT_RATE : rate, kill ? 1 : 0);
        System.out.println(verdict.line());
        return verdict.good() ? 0 : 1;
    }

    private void stop(Servers servers) {
        stopping = true;
        servers.close();
    }

    private void check() {
        if (port < 1 || port > 65_535) {
            throw bad("--port must be 1 to 65535, not " + port);
        }
        if (orders != null && orders < 1) {
            throw bad("--orders must be at least 1, not " + orders);
        }
        if (rate != null && rate < 0) {
            throw bad("--rate must be 0 or more, not " + rate);
        }
        if (orders == null && (rate != null || kill)) {
            throw bad((kill ? "--kill" : "--rate") + " is for the check: add --orders N");
        }
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getByName("0.0.0.0"))) {
            free.setReuseAddress(true);
        } catch (IOException e) {
            throw bad("port " + port + " is in use; choose another with --port");
        }
    }

    private ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private static int refuse(String message) {
        System.err.println("demo: " + message + "\nTry 'bin/demo --help'.");
        return CommandLine.ExitCode.USAGE;
    }

    private int fail(Exception failure) {
        if (stopping) {
            // Ctrl-C while the servers start: what was interrupted by that is no news.
            return CommandLine.ExitCode.SOFTWARE;
        }
        System.err.println("demo: " + failure.getMessage());
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            System.err.println("  because of " + cause);
        }
        return CommandLine.ExitCode.SOFTWARE;
    }
}
