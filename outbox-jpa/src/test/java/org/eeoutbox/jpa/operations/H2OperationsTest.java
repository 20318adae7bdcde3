package org.eeoutbox.jpa.operations;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class H2OperationsTest extends BulkContract {

    private static JdbcConnectionPool pool;

    @BeforeAll
    static void open() {
        pool = JdbcConnectionPool.create("jdbc:h2:mem:operations;DB_CLOSE_DELAY=-1", "sa", "");
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
    String waitingSessions() {
        return "SELECT COUNT(*) FROM information_schema.sessions WHERE blocker_id IS NOT NULL";
    }
}
