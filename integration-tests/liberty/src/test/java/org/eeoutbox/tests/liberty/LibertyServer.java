package org.eeoutbox.tests.liberty;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.eeoutbox.lab.Classpath;
import org.eeoutbox.tests.Lab;
import org.eeoutbox.tests.Server;

/** Open Liberty; its server.xml is always the same and reads what differs from run to run from bootstrap.properties. */
public final class LibertyServer implements Server {

    private final Path home = Path.of(System.getProperty("outbox.tests.server"));

    /** For the service loader. */
    public LibertyServer() {}

    @Override
    public String dataSource() {
        return "jdbc/outbox-test";
    }

    @Override
    public String singleConnection() {
        return "jdbc/outbox-single";
    }

    @Override
    public String xa() {
        return "jdbc/outbox-xa";
    }

    @Override
    public String mariaDb() {
        return "jdbc/outbox-mariadb";
    }

    @Override
    public Map<String, String> kafkaChannel() {
        return Map.of("connector", "liberty-kafka", "bootstrap.servers", "${kafka.bootstrap.servers}");
    }

    @Override
    public Map<String, String> adapterProperties(Lab lab) {
        Path user = home.resolveSibling("usr");
        String port = Integer.toString(Lab.freePort());
        try {
            write(Files.createDirectories(user.resolve("servers/outbox")), port, lab);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot configure the server in " + user, e);
        }
        return Map.of(
                "wlpHome", home.toString(),
                "usrDir", user.toString(),
                "httpPort", port,
                "javaVmArguments", lab.jvmOptions());
    }

    private static void write(Path server, String port, Lab lab) throws IOException {
        try (InputStream in = LibertyServer.class.getResourceAsStream("/server.xml")) {
            Files.copy(in, server.resolve("server.xml"), StandardCopyOption.REPLACE_EXISTING);
        }
        Map<String, String> variables = Map.of(
                "http", port,
                "postgresql", Classpath.jar("org.postgresql.Driver").toString(),
                "h2", Classpath.jar("org.h2.Driver").toString(),
                "jdbc", lab.postgres().jdbcUrl(),
                "user", lab.postgres().user(),
                "password", lab.postgres().password(),
                "mariadb", Classpath.jar("org.mariadb.jdbc.Driver").toString(),
                "mariadb.url", lab.mariaDb().jdbcUrl(),
                "mariadb.user", lab.mariaDb().user(),
                "mariadb.password", lab.mariaDb().password());
        Files.write(
                server.resolve("bootstrap.properties"),
                variables.entrySet().stream()
                        .map(variable -> "outbox.tests." + variable.getKey() + "=" + variable.getValue())
                        .collect(Collectors.toList()));
    }
}
