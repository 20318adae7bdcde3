package org.eeoutbox.tests.wildfly;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eeoutbox.lab.Classpath;
import org.eeoutbox.lab.Postgres;
import org.eeoutbox.tests.Lab;
import org.eeoutbox.tests.Server;

/** WildFly; its configuration is made once and reads what differs from run to run from system properties. */
public final class WildFlyServer implements Server {

    private final Path home = Path.of(System.getProperty("outbox.tests.server"));

    /** For the service loader. */
    public WildFlyServer() {}

    @Override
    public String dataSource() {
        return "java:jboss/datasources/outbox-test";
    }

    @Override
    public String singleConnection() {
        return "java:jboss/datasources/outbox-single";
    }

    @Override
    public String xa() {
        return "java:jboss/datasources/outbox-xa";
    }

    @Override
    public String mariaDb() {
        return "java:jboss/datasources/outbox-mariadb";
    }

    @Override
    public Map<String, String> kafkaChannel() {
        return Map.of("connector", "smallrye-kafka", "acks", "all");
    }

    @Override
    public Map<String, String> adapterProperties(Lab lab) {
        configureOnce();
        Postgres postgres = lab.postgres();
        int managementPort = Lab.freePort();
        return Map.of(
                "jbossHome",
                home.toString(),
                "managementPort",
                Integer.toString(managementPort),
                "javaVmArguments",
                String.join(
                        " ",
                        lab.jvmOptions(),
                        "-Djboss.management.http.port=" + managementPort,
                        "-Djboss.http.port=" + Lab.freePort(),
                        "-Djboss.https.port=" + Lab.freePort(),
                        "-Djboss.server.log.dir=" + home.getParent(),
                        "-Doutbox.tests.jdbc-url=" + postgres.jdbcUrl(),
                        "-Doutbox.tests.user=" + postgres.user(),
                        "-Doutbox.tests.password=" + postgres.password(),
                        "-Doutbox.tests.mariadb-url=" + lab.mariaDb().jdbcUrl(),
                        "-Doutbox.tests.mariadb-user=" + lab.mariaDb().user(),
                        "-Doutbox.tests.mariadb-password=" + lab.mariaDb().password()));
    }

    /** A build without a clean finds the configuration that it made before. */
    private void configureOnce() {
        Path made = home.resolve("outbox.cli");
        try {
            // The server would go on writing the last run's.
            Files.deleteIfExists(home.resolveSibling("server.log"));
            String script = script();
            if (Files.exists(made) && Files.readString(made).equals(script)) {
                return;
            }
            Path configuration = home.resolve("standalone/configuration");
            Files.copy(
                    configuration.resolve("standalone.xml"),
                    configuration.resolve("standalone-outbox.xml"),
                    StandardCopyOption.REPLACE_EXISTING);
            Path running = Files.writeString(home.resolve("running.cli"), script);
            run(running);
            Files.move(running, made, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot configure the server in " + home, e);
        }
    }

    private static String script() throws IOException {
        try (InputStream in = WildFlyServer.class.getResourceAsStream("/outbox.cli")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .formatted(Classpath.jar("org.postgresql.Driver"), Classpath.jar("org.mariadb.jdbc.Driver"));
        }
    }

    private void run(Path script) throws IOException {
        Path log = home.resolveSibling("configuration.log");
        ProcessBuilder builder = new ProcessBuilder(
                        home.resolve("bin/jboss-cli.sh").toString(), "--file=" + script)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JBOSS_HOME", home.toString());
        Process process = builder.start();
        try {
            if (!process.waitFor(3, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IllegalStateException("WildFly's CLI failed, see " + log + "; run mvn clean before a retry");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while WildFly's CLI ran", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
