package org.eeoutbox.demo;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.eeoutbox.lab.Classpath;
import org.eeoutbox.lab.JdbcResource;
import org.eeoutbox.lab.PayaraMicroBuilder;
import org.eeoutbox.lab.Postgres;
import org.h2.jdbcx.JdbcDataSource;

/** The databases that the demo can run on. */
enum Database {
    POSTGRESQL {
        @Override
        Running start(Path directory, Consumer<AutoCloseable> opened) {
            Postgres postgres = Postgres.builder()
                    .dataDirectory(directory.resolve("postgresql"))
                    .start();
            opened.accept(postgres);
            return new Running(
                    postgres.jdbcUrl() + " (user " + postgres.user() + ")",
                    postgres.dataSource(),
                    server -> server.library(Classpath.jar("org.postgresql.Driver"))
                            .jdbcResource(JdbcResource.of(JNDI_NAME, postgres)));
        }
    },

    H2 {
        @Override
        Running start(Path directory, Consumer<AutoCloseable> opened) {
            // Without a write delay of 0 a killed process forgets the commits of its last half second.
            String url = "jdbc:h2:file:" + directory.resolve("h2").resolve("orders") + ";WRITE_DELAY=0";
            JdbcDataSource source = new JdbcDataSource();
            source.setURL(url);
            source.setUser(H2_USER);
            source.setPassword(H2_USER);
            return new Running(
                    url, source, server -> server.jdbcResource(JdbcResource.h2(JNDI_NAME, url, H2_USER, H2_USER)));
        }
    };

    private static final String JNDI_NAME = "jdbc/orders";
    private static final String H2_USER = "orders";

    /** Starts the database, or names the file for one that lives in the server. */
    abstract Running start(Path directory, Consumer<AutoCloseable> opened);

    /** Where the outbox's own tables are described, in the order in which to run them. */
    List<SqlScript> outboxTables() {
        String folder = "META-INF/outbox/ddl/" + name().toLowerCase(Locale.ROOT);
        return List.of(new SqlScript(folder + "/v1.sql"), new SqlScript(folder + "/v2.sql"));
    }

    /**
     * A database that is there.
     *
     * @param description for people
     * @param source for the tables
     * @param resource makes it known to the server
     */
    record Running(String description, DataSource source, Consumer<PayaraMicroBuilder> resource) {}
}
