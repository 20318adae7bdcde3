package org.eeoutbox.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.eeoutbox.lab.KafkaBroker;
import org.eeoutbox.lab.MariaDb;
import org.eeoutbox.lab.Postgres;

/** The databases and the broker of a test run, in the client JVM. Safe for use by several threads. */
public final class Lab implements AutoCloseable {

    /** A system property of the client JVM and of the server; SmallRye's Kafka connector reads it by itself. */
    private static final String KAFKA = "kafka.bootstrap.servers";

    private static volatile Lab running;

    private final Path directory;
    private final Postgres postgres;
    private final MariaDb mariaDb;
    private final KafkaBroker kafka;

    private Lab(Path directory, Postgres postgres, MariaDb mariaDb, KafkaBroker kafka) {
        this.directory = directory;
        this.postgres = postgres;
        this.mariaDb = mariaDb;
        this.kafka = kafka;
    }

    static Lab start() {
        Path directory = temporaryFiles();
        Postgres postgres = Postgres.builder()
                .fsync(false)
                .config("wal_level", "logical")
                .config("track_commit_timestamp", "on")
                .start();
        MariaDb mariaDb = null;
        try {
            mariaDb = MariaDb.start();
            KafkaBroker kafka = KafkaBroker.builder().start();
            System.setProperty(KAFKA, kafka.bootstrapServers());
            running = new Lab(directory, postgres, mariaDb, kafka);
            return running;
        } catch (RuntimeException e) {
            if (mariaDb != null) {
                mariaDb.close();
            }
            postgres.close();
            throw e;
        }
    }

    /**
     * The broker of this test run, for tests that run in the client JVM and take it away.
     *
     * @return the broker
     */
    public static KafkaBroker kafka() {
        return running.kafka;
    }

    /**
     * The database of this test run, for tests that run in the client JVM.
     *
     * @return a source of new connections
     */
    public static DataSource database() {
        return running.postgres.dataSource();
    }

    /**
     * Where this JVM's temporary files go, see the server module's POM; made if it is missing.
     *
     * @return a directory that is deleted after the tests
     */
    public static Path temporaryFiles() {
        try {
            return Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir")));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make the directory of temporary files", e);
        }
    }

    /**
     * A port for a server.
     *
     * @return one that was free just now
     */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("No free port", e);
        }
    }

    /**
     * The database of this test run.
     *
     * @return the database
     */
    public Postgres postgres() {
        return postgres;
    }

    /**
     * The other database of this test run.
     *
     * @return the database
     */
    public MariaDb mariaDb() {
        return mariaDb;
    }

    /**
     * What every server needs on its command line; among it a time zone with daylight saving and an encoding that is
     * not UTF-8, which no test may notice.
     *
     * @return options of a JVM, separated by blanks
     */
    public String jvmOptions() {
        return String.join(
                " ",
                "-Xmx768m",
                "-XX:TieredStopAtLevel=1",
                "-Duser.timezone=Europe/Berlin",
                "-Dfile.encoding=ISO-8859-1",
                "-Djava.io.tmpdir=" + directory,
                "-D" + KAFKA + "=" + kafka.bootstrapServers());
    }

    @Override
    public void close() {
        kafka.close();
        mariaDb.close();
        postgres.close();
        delete(directory);
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
