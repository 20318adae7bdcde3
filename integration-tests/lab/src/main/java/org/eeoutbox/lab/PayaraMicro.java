package org.eeoutbox.lab;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A Payara Micro server in a JVM of its own, without clustering. {@link #start()} after {@link #stop()} or
 * {@link #kill()} runs it again with identical arguments. Not thread-safe.
 */
public final class PayaraMicro implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final String REASON = "the app : ";

    private final Path directory;
    private final boolean temporary;
    private final int port;
    private final List<String> jvmArguments;
    private final List<String> arguments;
    private ChildJvm process;
    private LogTail tail;

    PayaraMicro(Path directory, boolean temporary, int port, List<String> jvmArguments, List<String> arguments) {
        this.directory = directory;
        this.temporary = temporary;
        this.port = port;
        this.jvmArguments = List.copyOf(jvmArguments);
        this.arguments = List.copyOf(arguments);
    }

    /**
     * The way to a server.
     *
     * @return a new builder
     */
    public static PayaraMicroBuilder builder() {
        return new PayaraMicroBuilder();
    }

    /**
     * The server's HTTP address.
     *
     * @return a URI that ends with a slash
     */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port + "/");
    }

    /**
     * The server's log.
     *
     * @return a file that all runs append to
     */
    public Path log() {
        return directory.resolve("payara.log");
    }

    /**
     * The server's process id.
     *
     * @return the id of the present or the last run
     */
    public long pid() {
        return process.pid();
    }

    /**
     * Whether the process lives.
     *
     * @return {@code false} once it has ended
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Starts the process and returns at once; see {@link #awaitReady(URI, Duration)}.
     *
     * @throws IllegalStateException if it runs already
     */
    public void start() {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("The server on port " + port + " runs already; stop or kill it first");
        }
        Path root = directory.resolve("root");
        Directories.delete(root);
        tail = new LogTail(log());
        process = ChildJvm.start(PayaraMicroJar.path().toString(), jvmArguments, arguments, log());
    }

    /**
     * Waits until the address answers with a status of 200 to 299.
     *
     * @param address what to ask
     * @param limit how long to wait at most
     * @throws IllegalStateException if the process ends before, an application cannot be deployed, or the time is up
     */
    public void awaitReady(URI address, Duration limit) {
        awaitReady(address, limit, line -> {});
    }

    /**
     * Waits like {@link #awaitReady(URI, Duration)} and hands over the lines of the log meanwhile.
     *
     * @param address what to ask
     * @param limit how long to wait at most
     * @param progress called by this thread with every new line of the log
     * @throws IllegalStateException if the process ends before, an application cannot be deployed, or the time is up
     */
    public void awaitReady(URI address, Duration limit, Consumer<String> progress) {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request =
                HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(5)).build();
        long deadline = System.nanoTime() + limit.toNanos();
        while (!answers(client, request)) {
            tail.read(line -> {
                progress.accept(line);
                refuseFailure(line);
            });
            if (!process.isAlive()) {
                throw failure("ended");
            }
            if (System.nanoTime() - deadline > 0) {
                throw failure("did not answer " + address + " within " + limit.toSeconds() + " s");
            }
        }
        tail.read(progress);
    }

    /** Stops the server in good order. */
    public void stop() {
        process.stop();
    }

    /** Kills the server with SIGKILL. */
    public void kill() {
        process.kill();
    }

    /** Freezes the server with SIGSTOP; its connections stay open. */
    public void freeze() {
        process.signal("STOP");
    }

    /** Lets a frozen server go on. */
    public void thaw() {
        process.signal("CONT");
    }

    /** Stops the server and deletes its files, unless a directory was given. */
    @Override
    public void close() {
        stop();
        if (temporary) {
            Directories.delete(directory);
        }
    }

    /** Payara Micro goes on without an application that it could not deploy; nobody here wants to wait for that. */
    private void refuseFailure(String line) {
        if (line.contains("Exception while") && line.contains(REASON)) {
            throw new IllegalStateException("Payara Micro could not deploy the application: "
                    + line.substring(line.indexOf(REASON) + REASON.length()) + " (see " + log() + ")");
        }
    }

    private IllegalStateException failure(String what) {
        return new IllegalStateException(
                "Payara Micro " + what + "; the end of " + log() + ":\n" + LogTail.last(log(), 40));
    }

    private static boolean answers(HttpClient client, HttpRequest request) {
        try {
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status / 100 == 2) {
                return true;
            }
        } catch (IOException e) {
            // Not up yet.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for Payara Micro", e);
        }
        pause();
        return false;
    }

    private static void pause() {
        try {
            Thread.sleep(POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
