package org.eeoutbox.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.eeoutbox.lab.Classpath;
import org.eeoutbox.lab.JdbcResource;
import org.eeoutbox.lab.PayaraMicro;
import org.eeoutbox.lab.Postgres;

/** One server with the application, and its ways to the database and the broker. Used by one thread at a time. */
final class Node implements AutoCloseable {

    private static final Duration BOOT = Duration.ofMinutes(3);
    private static final int BOOTS = 5;

    private final int number;
    private final Path directory;
    private final Path war;
    private final JdbcResource resource;
    private final Proxy database;
    private final Proxy broker;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private PayaraMicro server;

    Node(int number, Path directory, Path war, Postgres postgres, Proxy database, Proxy broker) {
        this.number = number;
        this.directory = directory;
        this.war = war;
        this.database = database;
        this.broker = broker;
        // Without a time-out of the driver a thread waits for ever on a connection that is half open.
        this.resource = JdbcResource.of("jdbc/ledger", postgres)
                .with("URL", "jdbc:postgresql://127.0.0.1:" + database.port() + "/postgres")
                .with("socketTimeout", "10")
                .with("connectTimeout", "5")
                .validating();
    }

    /** Starts the process and returns at once. */
    void start() {
        server = PayaraMicro.builder()
                .directory(directory)
                .jvmArgument("-Xmx300m")
                .jvmArgument("-XX:+UseSerialGC")
                .jvmArgument("-XX:TieredStopAtLevel=1")
                .systemProperty("kafka.bootstrap.servers", "127.0.0.1:" + broker.port())
                .library(Classpath.jar("org.postgresql.Driver"))
                .jdbcResource(resource)
                .deploy(war, "/")
                .start();
    }

    /** Waits for the application. A boot that other faults have spoilt is tried again, as whoever runs servers would. */
    void awaitReady() {
        for (int boot = 1; ; boot++) {
            try {
                boolean[] deployed = {false};
                server.awaitReady(postings(), BOOT, line -> mindTheApplication(line, deployed));
                return;
            } catch (IllegalStateException e) {
                if (boot == BOOTS) {
                    throw e;
                }
                server.kill();
                server.start();
            }
        }
    }

    /** Payara Micro goes on without an application that could not be deployed, as when the database did not answer. */
    private void mindTheApplication(String line, boolean[] deployed) {
        deployed[0] |= line.contains("was successfully deployed");
        if (!deployed[0] && line.contains("Payara Micro ") && line.contains(" ready in ")) {
            throw new IllegalStateException("Node " + number + " runs without its application; see " + server.log());
        }
    }

    /** SIGKILL, and the same server again. */
    void crash() {
        server.kill();
        server.start();
        awaitReady();
    }

    /** Stopped as an orchestrator would, and the same server again. */
    void restart() {
        server.stop();
        server.start();
        awaitReady();
    }

    void freeze() {
        server.freeze();
    }

    void thaw() {
        server.thaw();
    }

    URI postings() {
        return server.uri().resolve("api/postings");
    }

    Proxy database() {
        return database;
    }

    Proxy broker() {
        return broker;
    }

    int number() {
        return number;
    }

    Path log() {
        return server.log();
    }

    /** Whether the application answers and works on no request. */
    boolean isIdle() throws InterruptedException {
        return ask(postings()).equals("0 running");
    }

    /** How many bytes of the heap are in use after a collection; empty if the server does not answer. */
    OptionalLong heap() throws InterruptedException {
        String answer = ask(server.uri().resolve("api/postings/heap"));
        return answer.matches("\\d+") ? OptionalLong.of(Long.parseLong(answer)) : OptionalLong.empty();
    }

    private String ask(URI address) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(address)
                    .timeout(Duration.ofSeconds(5))
                    .build();
            return http.send(request, BodyHandlers.ofString()).body();
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        if (server != null && server.isAlive()) {
            // A frozen one would not hear that it has to stop.
            server.thaw();
            server.close();
        }
    }
}
