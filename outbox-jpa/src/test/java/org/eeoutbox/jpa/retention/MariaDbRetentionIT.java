package org.eeoutbox.jpa.retention;

import javax.sql.DataSource;
import org.eeoutbox.jpa.MariaDbServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MariaDbRetentionIT extends RetentionContract {

    private static MariaDbServer mariaDb;

    @BeforeAll
    static void start() {
        mariaDb = MariaDbServer.start();
    }

    @AfterAll
    static void stop() {
        mariaDb.close();
    }

    @Override
    DataSource dataSource() {
        return mariaDb.dataSource();
    }
}
