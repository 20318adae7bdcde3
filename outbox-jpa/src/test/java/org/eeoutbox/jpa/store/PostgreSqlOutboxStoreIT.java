package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
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

    /** As an operator whose process is stopped, or a relay that settles late. */
    @Test
    void whoeverWaitedForAShardAndStandsStillLosesItToo() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        OutboxStore other = store(8);
        try (Connection frozen = dataSource().getConnection();
                PreparedStatement lock =
                        frozen.prepareStatement(names().in(schema().dialect().awaitShard()))) {
            frozen.setAutoCommit(false);
            lock.setString(1, SHARD.channel());
            lock.setInt(2, SHARD.shard());
            lock.executeQuery().close();
            assertThat(other.claim(SHARD, LIMITS)).isEmpty();
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                Optional<Claim> taken = other.claim(SHARD, LIMITS);
                taken.ifPresent(Claim::close);
                assertThat(taken).isPresent();
            });
        }
    }

    @Override
    void endIdleTransactions() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'");
    }
}
