package org.eeoutbox.demo;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.eeoutbox.lab.KafkaBroker;
import org.eeoutbox.lab.PayaraMicro;
import org.eeoutbox.lab.PayaraMicroBuilder;

/**
 * The database, the broker, and the application server with the example. One thread starts and uses them;
 * {@link #close()} may come from another at any time.
 */
final class Servers implements AutoCloseable {

    static final String TOPIC = "orders";

    private static final Duration BOOT_LIMIT = Duration.ofMinutes(3);
    private static final int PARTITIONS = 6;

    private final Path directory;
    private final Path war;
    private final int port;
    private final Database database;
    private final Progress progress;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private Database.Running data;
    private KafkaBroker broker;
    private PayaraMicro server;

    Servers(Path directory, Path war, int port, Database database, Progress progress) {
        this.directory = directory;
        this.war = war;
        this.port = port;
        this.database = database;
        this.progress = progress;
    }

    void start() {
        progress.say("Logs: " + directory);
        data = progress.step("database " + database, () -> database.start(directory, this::opened));
        database.outboxTables().forEach(script -> script.run(data.source()));
        broker = progress.step(
                "Kafka",
                () -> KafkaBroker.builder()
                        .directory(directory.resolve("kafka"))
                        .start());
        opened(broker);
        broker.createTopic(TOPIC, PARTITIONS);
        progress.step("Payara Micro with the application", this::startServer);
    }

    URI api() {
        return server.uri().resolve("api/");
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** Kills the server with SIGKILL and starts it again; returns when the application answers. */
    void crashServer() {
        server.kill();
        progress.step("Payara Micro again, after SIGKILL", () -> {
            server.start();
            awaitApplication();
            return server;
        });
    }

    String instructions() {
        return """

                The application   http://localhost:%1$d/api
                The database      %2$s
                The topic         %3$s, Kafka at %4$s

                Try, in another terminal:

                  curl -i http://localhost:%1$d/api/orders -H 'Content-Type: application/json' -d '{"customer":"alice","total":42.50}'
                  curl http://localhost:%1$d/api/customers/alice
                  curl -X DELETE http://localhost:%1$d/api/orders/<the id from the first answer>

                Ctrl-C stops everything.""".formatted(port, data.description(), TOPIC, bootstrapServers());
    }

    /** Stops everything, the last started first. */
    @Override
    public void close() {
        while (true) {
            AutoCloseable next = next();
            if (next == null) {
                return;
            }
            try {
                next.close();
            } catch (Exception e) {
                progress.say("demo: " + next.getClass().getSimpleName() + " did not stop: " + e);
            }
        }
    }

    private PayaraMicro startServer() {
        PayaraMicroBuilder builder = PayaraMicro.builder()
                .directory(directory.resolve("payara"))
                .port(port)
                .jvmArgument("-Xmx768m")
                .systemProperty("kafka.bootstrap.servers", bootstrapServers())
                .deploy(war, "/");
        data.resource().accept(builder);
        server = builder.start();
        opened(server);
        awaitApplication();
        return server;
    }

    private void awaitApplication() {
        server.awaitReady(api().resolve("customers/nobody"), BOOT_LIMIT, this::showStage);
    }

    private void showStage(String line) {
        int bundle = line.indexOf("Payara Micro ");
        if (bundle >= 0 && line.contains("ready in")) {
            progress.say("    " + line.substring(bundle).strip());
        }
    }

    private synchronized void opened(AutoCloseable resource) {
        opened.push(resource);
    }

    private synchronized AutoCloseable next() {
        return opened.poll();
    }
}
