package org.eeoutbox.tests.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Capture where time or connections run out; the unit's pool has 16 connections. */
@ArquillianTest
class LimitsIT {

    private static final int POOL = 16;
    private static final int THREADS = 64;
    private static final int ROUNDS = 4;

    @Inject
    Shop shop;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    DataSource dataSource;

    @Inject
    UserTransaction transaction;

    @Deployment
    static WebArchive war() {
        return new TestWar()
                .outbox()
                .classes(Shops.CLASSES)
                .unit(Server.current().xa())
                .config("outbox.schema", "create")
                .config("outbox.relay", "off")
                .build();
    }

    @BeforeEach
    void emptyTables() throws SQLException {
        Shops.createTable(dataSource);
        shop.place("the first looks for the tables");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE purchase_order, outbox_event, outbox_aggregate");
        }
    }

    /** Each transaction waits, with its connection, until the pool has none left, and has to write its events then. */
    @Test
    void captureTakesNoSecondConnection() throws Exception {
        List<Long> inTransaction = new ArrayList<>();
        CyclicBarrier poolIsEmpty = new CyclicBarrier(POOL, () -> inTransaction.add(sessionsInTransaction()));
        place(THREADS, ROUNDS, poolIsEmpty);

        assertThat(inTransaction).hasSize(THREADS * ROUNDS / POOL).containsOnly((long) POOL);
        assertThat(number("SELECT COUNT(*) FROM purchase_order o JOIN outbox_event e ON e.aggregateid = o.id"
                        + " JOIN outbox_aggregate a ON a.aggregateid = o.id"
                        + " WHERE o.xmin = e.xmin AND o.xmin = a.xmin"))
                .isEqualTo(THREADS * ROUNDS);
    }

    private void place(int threads, int rounds, CyclicBarrier poolIsEmpty) throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(threads);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < threads * rounds; i++) {
            done.add(writers.submit(() -> shop.placeAndHold(UUID.randomUUID().toString(), () -> waitFor(poolIsEmpty))));
        }
        for (Future<?> writer : done) {
            writer.get();
        }
        writers.shutdown();
    }

    private static void waitFor(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("Not all connections can be had", e);
        }
    }

    @Test
    void aTransactionThatTimesOutBeforeItsCommitLeavesNothing() throws Exception {
        transaction.setTransactionTimeout(1);
        transaction.begin();
        shop.place("late");
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(30))
                .until(() -> transaction.getStatus() != Status.STATUS_ACTIVE);
        assertThatThrownBy(transaction::commit).isInstanceOf(Exception.class);
        assertNothing();
    }

    /** Whether a time-out still counts when the commit has begun is the server's choice: all or nothing it must be. */
    @Test
    void aTransactionThatTimesOutWhileItWaitsForACounterIsStoredAsTheCallerIsTold() throws Exception {
        shop.fireAll(List.of(new OrderPlaced("contended", BigDecimal.ONE, "makes the counter")));
        ExecutorService holder = Executors.newSingleThreadExecutor();
        CountDownLatch held = new CountDownLatch(1);
        Future<?> released = holder.submit(() -> holdCounterBeyondTheTimeout(held));
        holder.shutdown();
        held.await();
        transaction.setTransactionTimeout(2);
        transaction.begin();
        shop.placeWithNote("late", "plain");
        shop.fireAll(List.of(new OrderPlaced("contended", BigDecimal.ONE, "late")));
        Throwable seen = catchThrowable(transaction::commit);
        released.get();
        int stored = seen == null ? 1 : 0;
        assertThat(number("SELECT COUNT(*) FROM purchase_order")).isEqualTo(stored);
        assertThat(number("SELECT COUNT(*) FROM outbox_event")).isEqualTo(1 + stored);
        assertThat(number("SELECT last_sequence FROM outbox_aggregate")).isEqualTo(1 + stored);
    }

    /** The time-out is two seconds and begins with the transaction; the wait begins later. */
    private Void holdCounterBeyondTheTimeout(CountDownLatch held) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_aggregate WHERE aggregateid = 'contended' FOR UPDATE");
            held.countDown();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> number("SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND query_start < clock_timestamp() - interval '3 seconds'")
                            == 1);
            connection.rollback();
            connection.setAutoCommit(true);
        }
        return null;
    }

    /** As many transactions as the pool has connections, all of them at once. */
    @AfterEach
    void noConnectionIsMissing() throws Exception {
        transaction.setTransactionTimeout(0);
        place(POOL, 1, new CyclicBarrier(POOL));
    }

    private void assertNothing() {
        assertThat(number("SELECT COUNT(*) FROM purchase_order")).isZero();
        assertThat(number("SELECT COUNT(*) FROM outbox_event")).isZero();
        assertThat(number("SELECT COUNT(*) FROM outbox_aggregate")).isZero();
    }

    /** On a thread of its own, since the last at the barrier is inside its transaction. */
    private long sessionsInTransaction() {
        return CompletableFuture.supplyAsync(
                        () -> number("SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"))
                .join();
    }

    private long number(String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
