package org.eeoutbox.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class MariaDbIT {

    @Test
    void answersWithItsOwnDefaultsInAnotherTimeZone() throws SQLException {
        try (MariaDb mariaDb = MariaDb.start();
                Connection connection = mariaDb.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@tx_isolation, @@time_zone, DATABASE()")) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("REPEATABLE-READ");
            assertThat(row.getString(2)).isEqualTo("-08:00");
            assertThat(row.getString(3)).isEqualTo("test");
        }
    }
}
