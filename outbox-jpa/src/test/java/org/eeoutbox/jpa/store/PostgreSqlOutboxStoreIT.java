package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgreSqlOutboxStoreIT extends ServerStoreContract {

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    /** The build runs this class once more with each other version's binaries, and says which. */
    @Test
    void theVersionIsTheOneThatTheBuildMeans() {
        String meant = System.getProperty("outbox.tests.postgresql", "17");
        assertThat(texts("SHOW server_version").get(0)).startsWith(meant + ".");
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @Override
    DataSource dataSource() {
        return postgres.getPostgresDatabase();
    }

    @Override
    void endIdleTransactions() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'");
    }
}
