package org.eeoutbox.jpa.inbox;

import javax.sql.DataSource;
import org.eeoutbox.jpa.MariaDbServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MariaDbInboxIT extends InboxContract {

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
