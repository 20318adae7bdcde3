package org.eeoutbox.jpa.operations;

import javax.sql.DataSource;
import org.eeoutbox.jpa.MariaDbServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MariaDbOperationsIT extends BulkContract {

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

    @Override
    String waitingSessions() {
        return "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    }
}
