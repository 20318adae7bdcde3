package org.eeoutbox.jpa.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.eeoutbox.jpa.MariaDbServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MariaDbOutboxStoreIT extends ServerStoreContract {

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
    void endIdleTransactions() throws SQLException {
        for (String id : texts("SELECT p.id FROM information_schema.processlist p"
                + " JOIN information_schema.innodb_trx t ON t.trx_mysql_thread_id = p.id WHERE p.command = 'Sleep'")) {
            execute("KILL " + id);
        }
    }

    @Override
    void dropClaimIndex() throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "DROP INDEX `" + names().value("outbox_event_claim") + "` ON " + names().in("outbox_event", '`'));
        }
    }
}
