package org.eeoutbox.jpa.inbox;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class H2InboxTest extends InboxContract {

    private static JdbcConnectionPool pool;

    @BeforeAll
    static void open() {
        pool = JdbcConnectionPool.create("jdbc:h2:mem:inbox;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000", "sa", "");
        pool.setMaxConnections(70);
    }

    @AfterAll
    static void close() {
        pool.dispose();
    }

    @Override
    DataSource dataSource() {
        return pool;
    }
}
