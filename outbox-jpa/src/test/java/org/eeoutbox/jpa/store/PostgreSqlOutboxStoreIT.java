package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
import org.eeoutbox.spi.OutboxStore.Limits;
import org.eeoutbox.spi.OutboxStore.Outcome;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgreSqlOutboxStoreIT extends JdbcOutboxStoreContract {

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @Override
    DataSource dataSource() {
        return postgres.getPostgresDatabase();
    }

    @Test
    void aHolderThatStandsStillLosesItsShardAndIsToldSo() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        OutboxStore frozen = store(8);
        Claim claim = frozen.claim(SHARD, new Limits(10, 1000, Duration.ofMillis(200)))
                .orElseThrow();

        OutboxStore other = store(8);
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            Optional<Claim> taken = other.claim(SHARD, LIMITS);
            assertThat(taken).isPresent();
            assertThat(taken.get().events()).hasSize(1);
            taken.get().close();
        });
        assertThatThrownBy(() -> claim.settle(Outcome.published(claim.events())))
                .isInstanceOf(OutboxStoreException.class);
    }

    /** A leak of one connection for each failure would leave the application without any. */
    @Test
    void connectionsThatBreakAreGivenBack() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        CountedPool pool = new CountedPool(dataSource());
        OutboxStore store = new JdbcOutboxStore(pool.dataSource(), schema(), 8, true);

        Claim settled = store.claim(SHARD, LIMITS).orElseThrow();
        Claim closed = store.claim(new ShardId("orders", 4), LIMITS).orElseThrow();
        assertThat(pool.inUse()).isEqualTo(2);
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'");

        assertThatThrownBy(() -> settled.settle(Outcome.published(settled.events())))
                .isInstanceOf(OutboxStoreException.class);
        assertThatThrownBy(closed::close).isInstanceOf(RuntimeException.class);
        assertThat(pool.inUse()).isZero();
    }
}
