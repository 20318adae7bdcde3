package org.eeoutbox.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eeoutbox.bench.app.Writer;
import org.eeoutbox.lab.Classpath;
import org.eeoutbox.lab.JdbcResource;
import org.eeoutbox.lab.PayaraMicro;
import org.eeoutbox.lab.PayaraMicroBuilder;
import org.eeoutbox.lab.Postgres;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * What it costs to capture events, and to consume them once: transactions that fire beside transactions that persist an
 * equal entity, and consumers of the inbox beside one that keeps the keys itself, in one server, one kind after the other
 * in every round.
 */
final class CaptureBenchmark {

    private static final List<Integer> CONNECTIONS = List.of(1, 4, 16);
    private static final String RESOURCE = "jdbc/bench";
    private static final Duration BOOT = Duration.ofMinutes(3);

    /** The table that is written by hand: the same columns, key and index. */
    private static final String PLAIN_TABLE = """
            CREATE SEQUENCE plain_position AS bigint CACHE 1;
            CREATE TABLE plain_event (LIKE outbox_event INCLUDING ALL);
            ALTER TABLE plain_event ALTER position SET DEFAULT nextval('plain_position');
            CREATE TABLE plain_inbox (LIKE outbox_inbox INCLUDING ALL);
            """;

    private static final String PERSISTENCE = """
            <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
              <persistence-unit name="bench">
                <jta-data-source>%s</jta-data-source>
                <mapping-file>META-INF/outbox-orm.xml</mapping-file>
              </persistence-unit>
            </persistence>
            """.formatted(RESOURCE);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Postgres postgres;
    private final PayaraMicro server;
    private final int rounds;
    private final int millis;

    private CaptureBenchmark(Postgres postgres, PayaraMicro server, int rounds, int millis) {
        this.postgres = postgres;
        this.server = server;
        this.rounds = rounds;
        this.millis = millis;
    }

    /**
     * Runs the benchmark and prints a table in Markdown.
     *
     * @param arguments directory for files, rounds, milliseconds of one measurement, whether commits reach the
     *     disk ({@code on} or {@code off}), further options of the server's JVM
     * @throws Exception if anything fails
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        try (Postgres postgres = Postgres.builder()
                .dataDirectory(directory.resolve("postgres"))
                // What would hit one kind and not the other: no checkpoint and no vacuum during the run.
                .config("checkpoint_timeout", "1h")
                .config("max_wal_size", "8GB")
                .config("autovacuum", "off")
                .config("fsync", arguments[3])
                .start()) {
            createTables(postgres);
            PayaraMicroBuilder builder = PayaraMicro.builder()
                    .directory(directory.resolve("payara"))
                    .jvmArgument("-Xmx1g")
                    .library(Classpath.jar("org.postgresql.Driver"))
                    .jdbcResource(JdbcResource.of(RESOURCE, postgres))
                    .deploy(application(directory), "/");
            Arrays.stream(arguments).skip(4).forEach(builder::jvmArgument);
            try (PayaraMicro server = builder.start()) {
                server.awaitReady(server.uri().resolve("index.html"), BOOT);
                new CaptureBenchmark(postgres, server, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]))
                        .run();
            }
        }
    }

    private void run() throws SQLException {
        System.err.println("Warming up ...");
        for (int i = 0; i < 2; i++) {
            for (Kind kind : Kind.values()) {
                measure(kind, 4, Math.max(millis, 2_000));
            }
        }
        Map<Integer, Samples> samples = new TreeMap<>();
        for (int round = 1; round <= rounds; round++) {
            System.err.println("Round " + round + " of " + rounds + " ...");
            for (int connections : CONNECTIONS) {
                execute(postgres, "TRUNCATE plain_event, outbox_event, plain_inbox, outbox_inbox");
                List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
                Collections.rotate(kinds, round);
                for (Kind kind : kinds) {
                    samples.computeIfAbsent(connections, c -> new Samples())
                            .add(kind, measure(kind, connections, millis));
                }
            }
        }
        print(samples);
    }

    private void print(Map<Integer, Samples> samples) {
        System.out.println(
                "| connections | one transaction | µs per transaction and connection | transactions/s | ratio"
                        + " (median) | ratio (least–most) | bar |");
        System.out.println("|---|---|---|---|---|---|---|");
        samples.forEach((connections, of) -> of.rows(connections).forEach(System.out::println));
    }

    /** Microseconds of one connection per transaction. */
    private double measure(Kind kind, int connections, int duration) {
        String[] answer = get("run?kind=" + kind.path + "&events=" + kind.events + "&threads=" + connections
                        + "&millis=" + duration)
                .split(" ");
        return Double.parseDouble(answer[1]) / 1_000 * connections / Double.parseDouble(answer[0]);
    }

    private String get(String path) {
        URI address = server.uri().resolve(path);
        try {
            var response = http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(address + " answers " + response.statusCode() + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new IllegalStateException("No answer from " + address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + address, e);
        }
    }

    private static void createTables(Postgres postgres) throws IOException, SQLException {
        for (String script : List.of("v1.sql", "v2.sql")) {
            try (InputStream in =
                    CaptureBenchmark.class.getResourceAsStream("/META-INF/outbox/ddl/postgresql/" + script)) {
                execute(postgres, new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        execute(postgres, PLAIN_TABLE);
    }

    private static void execute(Postgres postgres, String sql) throws SQLException {
        try (Connection connection = postgres.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Path application(Path directory) {
        WebArchive war = ShrinkWrap.create(WebArchive.class, "bench.war")
                .addPackage(Writer.class.getPackage())
                .addAsResource(new StringAsset(PERSISTENCE), "META-INF/persistence.xml")
                .addAsWebResource(new StringAsset("up"), "index.html");
        for (String type :
                List.of("org.eeoutbox.Outboxed", "org.eeoutbox.jpa.EventRow", "com.github.f4b6a3.uuid.UuidCreator")) {
            Path jar = Classpath.jar(type);
            war.addAsLibrary(jar.toFile());
        }
        Path file = directory.resolve("bench.war");
        war.as(ZipExporter.class).exportTo(file.toFile(), true);
        return file;
    }
}
