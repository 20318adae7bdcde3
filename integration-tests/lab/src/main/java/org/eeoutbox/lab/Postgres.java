package org.eeoutbox.lab;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server on the loopback interface. Commits are durable ({@code fsync=on}) unless the builder says
 * otherwise. Thread-safe once started, except {@link #close()}.
 */
public final class Postgres implements AutoCloseable {

    /** User and database: the superuser of a fresh cluster, which asks for no password. */
    private static final String NAME = "postgres";

    private final EmbeddedPostgres server;
    private final Process watchdog;
    private final Path directory;
    private final boolean temporary;

    private Postgres(EmbeddedPostgres server, Process watchdog, Path directory, boolean temporary) {
        this.server = server;
        this.watchdog = watchdog;
        this.directory = directory;
        this.temporary = temporary;
    }

    /**
     * Starts a server with the defaults of {@link Builder}.
     *
     * @return the running server
     */
    public static Postgres start() {
        return builder().start();
    }

    /**
     * The way to a server that differs from the defaults.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The URL of the database, without user and password.
     *
     * @return a JDBC URL
     */
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/" + NAME;
    }

    /**
     * The TCP port.
     *
     * @return the port on 127.0.0.1
     */
    public int port() {
        return server.getPort();
    }

    /**
     * The superuser.
     *
     * @return the user's name
     */
    public String user() {
        return NAME;
    }

    /**
     * A password for clients that insist on one; the server accepts any.
     *
     * @return the password
     */
    public String password() {
        return NAME;
    }

    /**
     * An unpooled data source; every connection is new.
     *
     * @return a data source for the superuser
     */
    public DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(jdbcUrl());
        source.setUser(user());
        source.setPassword(password());
        return source;
    }

    /**
     * Ends the server at once, as a crash of it would (immediate shutdown), and starts it again; blocks until it accepts
     * connections.
     *
     * @throws IllegalStateException if it does not come up
     */
    public void crash() {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            // Under another user, as it was started: PostgreSQL refuses to run as root.
            command.addAll(List.of("unshare", "-U"));
        }
        Path log = directory.resolve("restart.log");
        command.addAll(List.of(controller().toString(), "-D", directory.toString(), "-m", "immediate"));
        command.addAll(List.of("-w", "-t", "60", "-l", log.toString(), "restart"));
        try {
            int status = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("PostgreSQL did not restart:\n" + LogTail.last(log, 30));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot restart PostgreSQL in " + directory, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The program that controls the server lies beside it; the library that has unpacked them does not tell where. */
    private Path controller() {
        try {
            String pid = Files.readAllLines(directory.resolve("postmaster.pid")).get(0);
            return Path.of("/proc", pid.strip(), "exe").toRealPath().resolveSibling("pg_ctl");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot find the running PostgreSQL of " + directory, e);
        }
    }

    /** Stops the server (fast shutdown) and deletes its data, unless a data directory was given. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot stop PostgreSQL in " + directory, e);
        } finally {
            watchdog.destroyForcibly();
            if (temporary) {
                Directories.delete(directory);
            }
        }
    }

    /** Options of a server; each has a default. Not thread-safe. */
    public static final class Builder {

        private final Map<String, String> config = new LinkedHashMap<>();
        private Path dataDirectory;
        private int port;

        private Builder() {
            config.put("fsync", "on");
            // The library's own default is off, with which a commit returns before its log is written.
            config.put("synchronous_commit", "on");
        }

        /**
         * Keeps the data.
         *
         * @param directory where the cluster lies or shall be made; a temporary one by default
         * @return this
         */
        public Builder dataDirectory(Path directory) {
            this.dataDirectory = directory;
            return this;
        }

        /**
         * Fixes the port.
         *
         * @param port a TCP port; 0, the default, for a free one
         * @return this
         */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /**
         * Sets a server parameter, such as {@code wal_level}.
         *
         * @param parameter its name
         * @param value its value
         * @return this
         */
        public Builder config(String parameter, String value) {
            config.put(parameter, value);
            return this;
        }

        /**
         * Chooses between durable and fast commits.
         *
         * @param durable {@code false} to lose data at a crash of the machine and be faster
         * @return this
         */
        public Builder fsync(boolean durable) {
            return config("fsync", durable ? "on" : "off");
        }

        /**
         * Starts the server; blocks until it accepts connections.
         *
         * @return the running server
         * @throws UncheckedIOException if it does not start
         */
        public Postgres start() {
            Path directory = Directories.open(dataDirectory, "postgres");
            try {
                // The postmaster detaches itself from this process.
                Process watchdog = Watchdog.start(directory.resolve("postmaster.pid"), "INT");
                return new Postgres(embedded(directory).start(), watchdog, directory, dataDirectory == null);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot start PostgreSQL in " + directory, e);
            }
        }

        private EmbeddedPostgres.Builder embedded(Path directory) {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .setPort(Ports.choose(port));
            config.forEach(builder::setServerConfig);
            return builder;
        }
    }
}
