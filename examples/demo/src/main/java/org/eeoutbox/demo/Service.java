package org.eeoutbox.demo;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.eeoutbox.lab.PayaraMicro;
import org.eeoutbox.lab.PayaraMicroBuilder;

/** One application in a Payara Micro of its own, with a database of its own. Not thread-safe. */
final class Service implements AutoCloseable {

    private static final Duration BOOT_LIMIT = Duration.ofMinutes(3);

    private final PayaraMicro server;
    private final String probe;
    private final Consumer<String> stages;

    /**
     * What to run.
     *
     * @param name of the application, its WAR and its database
     * @param war the application
     * @param port of HTTP; 0 for a free one
     * @param probe a path below {@code api/} that answers once the application is there
     */
    record Application(String name, Path war, int port, String probe) {}

    private Service(PayaraMicro server, String probe, Consumer<String> stages) {
        this.server = server;
        this.probe = probe;
        this.stages = stages;
    }

    /** Starts the server; {@link #awaitReady} waits for the application. */
    static Service start(
            Application application, Path directory, Database.Running data, String brokers, Consumer<String> stages) {
        PayaraMicroBuilder builder = PayaraMicro.builder()
                .directory(directory.resolve("payara-" + application.name()))
                .port(application.port())
                .jvmArgument("-Xmx640m")
                .systemProperty("kafka.bootstrap.servers", brokers)
                .deploy(application.war(), "/");
        data.resource().accept(builder);
        return new Service(builder.start(), application.probe(), stages);
    }

    Service awaitReady() {
        server.awaitReady(api().resolve(probe), BOOT_LIMIT, stages);
        return this;
    }

    URI api() {
        return server.uri().resolve("api/");
    }

    /** Ends the process with SIGKILL. */
    void kill() {
        server.kill();
    }

    /** Runs it again, after it was killed. */
    void restart() {
        server.start();
    }

    @Override
    public void close() {
        server.close();
    }
}
