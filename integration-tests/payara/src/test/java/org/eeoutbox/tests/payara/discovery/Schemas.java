package org.eeoutbox.tests.payara.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.eeoutbox.lab.JdbcResource;
import org.eeoutbox.lab.Postgres;

/** Schemas of one PostgreSQL, each with its own outbox. */
final class Schemas {

    private static final String SCRIPT = "/META-INF/outbox/ddl/postgresql/v1.sql";

    private Schemas() {}

    /** Makes a schema with the tables of the outbox, and changes them. */
    static JdbcResource tables(Postgres postgres, String schema, String... changes) {
        try (InputStream script = Schemas.class.getResourceAsStream(SCRIPT)) {
            String sql = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            return run(postgres, schema, sql + String.join(";\n", changes));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + SCRIPT, e);
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
