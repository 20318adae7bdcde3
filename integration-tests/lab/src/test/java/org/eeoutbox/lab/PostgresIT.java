package org.eeoutbox.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresIT {

    @Test
    void keepsItsDataInAGivenDirectory(@TempDir Path directory) throws SQLException {
        try (Postgres postgres = Postgres.builder().dataDirectory(directory).start()) {
            run(postgres, "create table kept (n int)");
            run(postgres, "insert into kept values (42)");
        }
        try (Postgres postgres =
                Postgres.builder().dataDirectory(directory).fsync(false).start()) {
            assertThat(ask(postgres, "select n from kept")).isEqualTo("42");
        }
    }

    @Test
    void isDurableByDefaultAndTakesParameters() throws SQLException {
        try (Postgres postgres =
                Postgres.builder().config("wal_level", "logical").start()) {
            assertThat(ask(postgres, "show fsync")).isEqualTo("on");
            assertThat(ask(postgres, "show wal_level")).isEqualTo("logical");
        }
    }

    @Test
    void comesBackFromACrashAsItWas() throws SQLException {
        try (Postgres postgres =
                Postgres.builder().config("wal_level", "logical").start()) {
            run(postgres, "create table kept as select 42 as n");
            postgres.crash();
            assertThat(ask(postgres, "select n from kept")).isEqualTo("42");
            assertThat(ask(postgres, "show wal_level")).isEqualTo("logical");
            postgres.crash();
            assertThat(ask(postgres, "show fsync")).isEqualTo("on");
        }
    }

    private static void run(Postgres postgres, String sql) throws SQLException {
        try (Connection connection = postgres.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String ask(Postgres postgres, String sql) throws SQLException {
        try (Connection connection = postgres.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
