package org.eeoutbox.lab;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One Artemis broker (AMQP 1.0) in a JVM of its own. Port and data survive {@link #kill()}, so that {@link #start()}
 * brings the same broker back. Not thread-safe.
 */
public final class ArtemisBroker implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Path directory = Directories.open(null, "artemis");
    private final int port = Ports.choose(0);
    private final List<String> queues;
    private ChildJvm process;

    /**
     * Starts a broker; blocks until it answers.
     *
     * @param queues the names of its queues
     */
    public ArtemisBroker(String... queues) {
        this.queues = List.of(queues);
        start();
    }

    /**
     * Where clients connect, on the loopback interface.
     *
     * @return a TCP port, the same for the life of this object
     */
    public int port() {
        return port;
    }

    /** Starts the broker after a {@link #kill()}; blocks until it answers. */
    public void start() {
        Path log = directory.resolve("artemis.log");
        List<String> command =
                new ArrayList<>(List.of(ArtemisMain.class.getName(), Integer.toString(port), directory.toString()));
        command.addAll(queues);
        process = ChildJvm.start(
                System.getProperty("java.class.path"),
                List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                command,
                log);
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                process.kill();
                throw new IllegalStateException(
                        "The broker on port " + port + " did not come up:\n" + LogTail.last(log, 30));
            }
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Kills the broker with SIGKILL; its data stay. */
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.stop();
        Directories.delete(directory);
    }
}
