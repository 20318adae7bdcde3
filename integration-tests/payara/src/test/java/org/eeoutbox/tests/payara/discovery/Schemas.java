package org.eeoutbox.tests.payara.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eeoutbox.lab.JdbcResource;
import org.eeoutbox.lab.Postgres;

/** Schemas of one PostgreSQL, each with its own outbox. */
final class Schemas {

    private static final List<String> SCRIPTS =
            List.of("/META-INF/outbox/ddl/postgresql/v1.sql", "/META-INF/outbox/ddl/postgresql/v2.sql");

    private Schemas() {}

    /** Makes a schema with the tables of the outbox, and changes them. */
    static JdbcResource tables(Postgres postgres, String schema, String... changes) {
        String sql = SCRIPTS.stream().map(Schemas::text).collect(Collectors.joining());
        return run(postgres, schema, sql + String.join(";\n", changes));
    }

    private static String text(String resource) {
        try (InputStream script = Schemas.class.getResourceAsStream(resource)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + resource, e);
        }
    }

    /** Makes a schema without any table. */
    static JdbcResource empty(Postgres postgres, String schema) {
        return run(postgres, schema, "");
    }

    private static JdbcResource run(Postgres postgres, String schema, String sql) {
        try (Connection connection = postgres.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + schema + "; SET search_path TO " + schema + ";\n" + sql);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot make the schema " + schema, e);
        }
        return resource(postgres, schema, "PGSimpleDataSource");
    }

    /** A pool whose connections see one schema. */
    static JdbcResource resource(Postgres postgres, String schema, String dataSource) {
        String prefix = dataSource.equals("PGXADataSource") ? "org.postgresql.xa." : "org.postgresql.ds.";
        return new JdbcResource(
                "jdbc/" + schema,
                prefix + dataSource,
                Map.of(
                        "URL", postgres.jdbcUrl() + "?currentSchema=" + schema,
                        "user", postgres.user(),
                        "password", postgres.password()),
                8);
    }
}
