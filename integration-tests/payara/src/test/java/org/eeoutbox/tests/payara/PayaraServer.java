package org.eeoutbox.tests.payara;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eeoutbox.lab.Classpath;
import org.eeoutbox.lab.MariaDb;
import org.eeoutbox.lab.PayaraMicroJar;
import org.eeoutbox.lab.Postgres;
import org.eeoutbox.tests.Lab;
import org.eeoutbox.tests.Server;

/** Payara Micro, whose data sources are made by a file of commands that it runs before it boots. */
public final class PayaraServer implements Server {

    /** For the service loader. */
    public PayaraServer() {}

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
        return Map.of("connector", "smallrye-kafka");
    }

    /** Options are separated by blanks. */
    @Override
    public Map<String, String> adapterProperties(Lab lab) {
        Path log = Lab.temporaryFiles().resolveSibling("payara.log");
        return Map.of(
                "microJar",
                PayaraMicroJar.path().toString(),
                "cmdOptions",
                lab.jvmOptions(),
                "extraMicroOptions",
                String.join(
                        " ",
                        "--port " + Lab.freePort(),
                        "--nohazelcast",
                        "--disablephonehome",
                        "--logToFile " + log,
                        "--addlibs " + Classpath.jar("org.postgresql.Driver") + File.pathSeparator
                                + Classpath.jar("org.mariadb.jdbc.Driver"),
                        "--prebootcommandfile " + writeResources(lab.postgres(), lab.mariaDb())));
    }

    private Path writeResources(Postgres postgres, MariaDb mariaDb) {
        String commands = pool(postgres, dataSource(), "ds.PGSimpleDataSource", 32)
                + pool(postgres, singleConnection(), "ds.PGSimpleDataSource", 1)
                + pool(postgres, xa(), "xa.PGXADataSource", 16)
                + pool(
                        mariaDb(),
                        "org.mariadb.jdbc.MariaDbDataSource",
                        "DataSource",
                        32,
                        login(mariaDb.jdbcUrl(), mariaDb.user(), mariaDb.password()));
        try {
            return Files.writeString(Lab.temporaryFiles().resolve("resources.txt"), commands);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the server's JDBC resources", e);
        }
    }

    private static String pool(Postgres postgres, String jndiName, String driver, int size) {
        return pool(
                jndiName,
                "org.postgresql." + driver,
                driver.startsWith("xa") ? "XADataSource" : "DataSource",
                size,
                login(postgres.jdbcUrl(), postgres.user(), postgres.password()));
    }

    /** In a property list a bare colon or equals sign separates. */
    private static String login(String url, String user, String password) {
        return "URL=" + url.replace(":", "\\:").replace("=", "\\=") + ":user=" + user + ":password=" + password;
    }

    private static String pool(String jndiName, String dataSource, String type, int size, String properties) {
        String pool = jndiName.replace('/', '-');
        return "create-jdbc-connection-pool --restype=javax.sql." + type + " --datasourceclassname=" + dataSource
                + " --steadypoolsize=1 --maxpoolsize=" + size + " --maxwait=" + (size == 1 ? 2_000 : 20_000)
                + " --property=" + properties + " " + pool + "\n"
                + "create-jdbc-resource --connectionpoolid=" + pool + " " + jndiName + "\n";
    }
}
