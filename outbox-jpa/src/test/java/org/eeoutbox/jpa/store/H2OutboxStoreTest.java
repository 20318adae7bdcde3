package org.eeoutbox.jpa.store;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class H2OutboxStoreTest extends JdbcOutboxStoreContract {

    private static JdbcConnectionPool pool;

    @BeforeAll
    static void open() {
        pool = JdbcConnectionPool.create("jdbc:h2:mem:store;DB_CLOSE_DELAY=-1", "sa", "");
        pool.setMaxConnections(30);
    }

    @AfterAll
    static void close() {
        pool.dispose();
    }

    @Override
    DataSource dataSource() {
        return pool;
    }

    @Override
    int openers() {
        return 1;
    }
}
