package org.eeoutbox.demo;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.eeoutbox.lab.Classpath;
import org.eeoutbox.lab.JdbcResource;
import org.eeoutbox.lab.PayaraMicroBuilder;
import org.eeoutbox.lab.Postgres;
import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The databases that the demo can run on: one server, and a database in it for each service. */
enum Database {
    POSTGRESQL {
        @Override
        Function<String, Running> start(Path directory, Consumer<AutoCloseable> opened) {
            Postgres postgres = Postgres.builder()
                    .dataDirectory(directory.resolve("postgresql"))
                    .start();
            opened.accept(postgres);
            return service -> database(postgres, service);
        }

        private Running database(Postgres postgres, String service) {
            try (Connection connection = postgres.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + service);
            } catch (SQLException e) {
                throw new IllegalStateException("Cannot make the database " + service, e);
            }
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setURL("jdbc:postgresql://127.0.0.1:" + postgres.port() + "/" + service);
            source.setUser(postgres.user());
            source.setPassword(postgres.password());
            JdbcResource resource = new JdbcResource(
                    "jdbc/" + service,
                    PGSimpleDataSource.class.getName(),
                    Map.of("URL", source.getURL(), "user", postgres.user(), "password", postgres.password()),
                    POOL_SIZE);
            return new Running(
                    "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/" + service + " (user " + postgres.user()
                            + ")",
                    source,
                    server -> server.library(Classpath.jar("org.postgresql.Driver"))
                            .jdbcResource(resource));
        }
    },

    H2 {
        @Override
        Function<String, Running> start(Path directory, Consumer<AutoCloseable> opened) {
            return service -> database(directory.resolve("h2").resolve(service));
        }

        private Running database(Path file) {
            String service = file.getFileName().toString();
            // Without a write delay of 0 a killed process forgets the commits of its last half second. The demo looks
            // into the file beside the service.
            String url = "jdbc:h2:file:" + file + ";WRITE_DELAY=0;AUTO_SERVER=TRUE";
            JdbcDataSource source = new JdbcDataSource();
            source.setURL(url);
            source.setUser(service);
            source.setPassword(service);
            return new Running(
                    url,
                    source,
                    server -> server.jdbcResource(JdbcResource.h2("jdbc/" + service, url, service, service)));
        }
    };

    private static final int POOL_SIZE = 32;

    /** Starts the database server, if there is one; the answer makes a service's database in it. */
    abstract Function<String, Running> start(Path directory, Consumer<AutoCloseable> opened);

    /** Where the outbox's own tables are described, in the order in which to run them. */
    List<SqlScript> outboxTables() {
        String folder = "META-INF/outbox/ddl/" + name().toLowerCase(Locale.ROOT);
        return List.of(new SqlScript(folder + "/v1.sql"), new SqlScript(folder + "/v2.sql"));
    }

    /**
     * A service's database.
     *
     * @param description for people
     * @param source for the tables
     * @param resource makes it known to the server
     */
    record Running(String description, DataSource source, Consumer<PayaraMicroBuilder> resource) {}
}
