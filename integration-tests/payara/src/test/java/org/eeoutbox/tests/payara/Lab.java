package org.eeoutbox.tests.payara;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.eeoutbox.lab.Classpath;
import org.eeoutbox.lab.KafkaBroker;
import org.eeoutbox.lab.PayaraMicroJar;
import org.eeoutbox.lab.Postgres;

/** The database and the broker of a test run, and the server's settings to reach them. */
public final class Lab implements AutoCloseable {

    /** The data source that tests use. */
    static final String DATA_SOURCE = "jdbc/outbox-test";

    /** The same database by a pool of one connection: whoever needs a second one fails after two seconds. */
    static final String SINGLE_CONNECTION = "jdbc/outbox-single";

    /** A system property of the client JVM and of the server; SmallRye's Kafka connector reads it by itself. */
    static final String KAFKA = "kafka.bootstrap.servers";

    private static volatile Lab running;

    private final Path directory;
    private final Postgres postgres;
    private final KafkaBroker kafka;

    private Lab(Path directory, Postgres postgres, KafkaBroker kafka) {
        this.directory = directory;
        this.postgres = postgres;
        this.kafka = kafka;
    }

    static Lab start() {
        Path directory = temporaryFiles();
        Postgres postgres = Postgres.builder()
                .fsync(false)
                .config("wal_level", "logical")
                .config("track_commit_timestamp", "on")
                .start();
        try {
            KafkaBroker kafka = KafkaBroker.builder().start();
            System.setProperty(KAFKA, kafka.bootstrapServers());
            running = new Lab(directory, postgres, kafka);
            return running;
        } catch (RuntimeException e) {
            postgres.close();
            throw e;
        }
    }

    /** The broker of this test run, for tests that run in the client JVM and take it away. */
    public static KafkaBroker kafka() {
        return running.kafka;
    }

    /** Where this JVM's temporary files go, see this module's POM; made if it is missing. */
    static Path temporaryFiles() {
        try {
            return Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir")));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make the directory of temporary files", e);
        }
    }

    /** Properties of the container adapter, see arquillian.xml; options are separated by blanks. */
    Map<String, String> serverProperties() {
        return Map.of(
                "microJar", PayaraMicroJar.path().toString(),
                "cmdOptions",
                        String.join(
                                " ",
                                "-Xmx768m",
                                "-XX:TieredStopAtLevel=1",
                                "-Duser.timezone=Europe/Berlin",
                                "-Dfile.encoding=ISO-8859-1",
                                "-Djava.io.tmpdir=" + directory,
                                "-D" + KAFKA + "=" + kafka.bootstrapServers()),
                "extraMicroOptions",
                        String.join(
                                " ",
                                "--port " + freePort(),
                                "--nohazelcast",
                                "--disablephonehome",
                                "--logToFile " + directory.resolveSibling("payara.log"),
                                "--addlibs " + Classpath.jar("org.postgresql.Driver"),
                                "--prebootcommandfile " + writeResources()));
    }

    @Override
    public void close() {
        kafka.close();
        postgres.close();
        delete(directory);
    }

    private Path writeResources() {
        String commands = pool(DATA_SOURCE, 32) + pool(SINGLE_CONNECTION, 1);
        try {
            return Files.writeString(directory.resolve("resources.txt"), commands);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the server's JDBC resources", e);
        }
    }

    private String pool(String jndiName, int size) {
        String pool = jndiName.replace('/', '-');
        // In a property list a bare colon or equals sign separates.
        String url = postgres.jdbcUrl().replace(":", "\\:").replace("=", "\\=");
        return "create-jdbc-connection-pool --restype=javax.sql.DataSource"
                + " --datasourceclassname=org.postgresql.ds.PGSimpleDataSource"
                + " --steadypoolsize=1 --maxpoolsize=" + size + " --maxwait=2000"
                + " --property=URL=" + url + ":user=" + postgres.user() + ":password=" + postgres.password()
                + " " + pool + "\n"
                + "create-jdbc-resource --connectionpoolid=" + pool + " " + jndiName + "\n";
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("No free port", e);
        }
    }

    /** A server that is just ending may still write there; what it leaves is deleted by the next run or by a clean. */
    private static void delete(Path tree) {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(Lab.class.getName()).log(System.Logger.Level.DEBUG, "Cannot delete all of " + tree, e);
        }
    }
}
