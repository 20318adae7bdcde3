package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
import org.eeoutbox.spi.OutboxStore.Limits;
import org.eeoutbox.spi.OutboxStore.Outcome;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.Test;

/** What the store must do on a database that is a server of its own, and outlives a relay. */
abstract class ServerStoreContract extends JdbcOutboxStoreContract {

    /** Breaks the connections whose transaction stands still. */
    abstract void endIdleTransactions() throws SQLException;

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
        endIdleTransactions();

        assertThatThrownBy(() -> settled.settle(Outcome.published(settled.events())))
                .isInstanceOf(OutboxStoreException.class);
        assertThatThrownBy(closed::close).isInstanceOf(RuntimeException.class);
        assertThat(pool.inUse()).isZero();
    }
}
