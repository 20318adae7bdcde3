package org.eeoutbox.faults.relays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.faults.relays.Topic.Sent;
import org.eeoutbox.relay.engine.Relay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes wrong with several relays on one database, case by case. */
class SeveralRelaysIT extends RelaysFixture {

    @Test
    void twentyRelaysThatStartTogetherPublishEachRowOnceAndInOrder() throws Exception {
        List<UUID> ids = store(100, 20);
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService nodes = Executors.newFixedThreadPool(20);
        List<Future<?>> started = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Relay relay = relay("node-" + i);
            started.add(nodes.submit(() -> {
                start.await();
                relay.start();
                return null;
            }));
        }
        start.countDown();
        for (Future<?> node : started) {
            node.get();
        }
        nodes.shutdown();
        drained();
        assertThat(topic.ids()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(topic.isInOrder()).isTrue();
        assertThat(topic.shares()).hasSizeGreaterThan(1);
    }

    @Test
    void aNewcomerGetsAShareWithinSeconds() throws SQLException {
        topic.answerAfter(10);
        store(80, 100);
        relay("first", database(), System::nanoTime, config(20, 3)).start();
        eventually().until(() -> topic.sends().size() > 100);
        relay("newcomer", database(), System::nanoTime, config(20, 3)).start();
        await().atMost(Duration.ofSeconds(5)).until(() -> topic.shares().getOrDefault("newcomer", 0L) > 100);
        drained();
        assertThat(topic.ids()).hasSize(8_000).doesNotHaveDuplicates();
        assertThat(topic.isInOrder()).isTrue();
    }

    @Test
    void theWorkOfARelayThatStopsGoesToTheOthersWithinSeconds() throws SQLException {
        topic.answerAfter(10);
        store(80, 100);
        Relay leaving = relay("leaving", database(), System::nanoTime, config(20, 3));
        leaving.start();
        eventually().until(() -> topic.sends().size() > 100);
        relay("staying", database(), System::nanoTime, config(20, 3)).start();
        leaving.stop(Duration.ofSeconds(2));
        int before = topic.shares().getOrDefault("staying", 0L).intValue();
        await().atMost(Duration.ofSeconds(5)).until(() -> topic.shares().getOrDefault("staying", 0L) > before + 500);
        drained();
        assertThat(topic.ids()).hasSize(8_000).doesNotHaveDuplicates();
    }

    /** The clocks of the nodes are an hour apart, and so are the zones of their sessions. */
    @Test
    void clocksAnHourApartChangeNothing() throws SQLException {
        UUID refused = store(16, 3).get(0);
        AtomicInteger refusals = new AtomicInteger(2);
        topic.refuse(event -> event.id().equals(refused) && refusals.getAndDecrement() > 0);
        long hour = Duration.ofHours(1).toNanos();
        relay("ahead", Sources.inZone(database(), "Pacific/Kiritimati"), shifted(hour), CONFIG)
                .start();
        relay("behind", Sources.inZone(database(), "Pacific/Pago_Pago"), shifted(-hour), CONFIG)
                .start();
        relay("right", Sources.inZone(database(), "UTC"), System::nanoTime, CONFIG)
                .start();
        drained();
        assertThat(topic.ids()).hasSize(48).doesNotHaveDuplicates();
        assertThat(topic.isInOrder()).isTrue();
        List<Sent> attempts = topic.sends().stream()
                .filter(sent -> sent.event().id().equals(refused))
                .toList();
        assertThat(attempts).hasSize(3);
        for (int i = 1; i < attempts.size(); i++) {
            assertThat(Duration.ofNanos(
                            attempts.get(i).nanoTime() - attempts.get(i - 1).nanoTime()))
                    .as("half of the wait is by chance, the other half is not")
                    .isBetween(FIRST_RETRY.dividedBy(2), Duration.ofSeconds(20));
        }
    }

    private static LongSupplier shifted(long nanos) {
        return () -> System.nanoTime() + nanos;
    }

    @Test
    void thePoisonOfOneRowIsTastedOncePerAttemptHoweverManyNodesThereAre() throws SQLException {
        UUID poison = store(8, 4).get(0);
        topic.refuse(event -> event.id().equals(poison));
        for (int i = 0; i < 8; i++) {
            relay("node-" + i).start();
        }
        eventually().until(() -> number("SELECT COUNT(*) FROM outbox_quarantine") == 1);
        assertThat(topic.sends().stream().filter(sent -> sent.event().id().equals(poison)))
                .hasSize(CONFIG.retry().maxAttempts());
        assertThat(number("SELECT attempts FROM outbox_quarantine"))
                .isEqualTo(CONFIG.retry().maxAttempts());
        eventually().until(() -> topic.ids().size() == 28);
        assertThat(number("SELECT COUNT(*) FROM outbox_waiting"))
                .as("its successors")
                .isEqualTo(3);
    }

    /** What a connection pool or a driver may throw at a heartbeat. */
    enum Trouble {
        REFUSED {
            @Override
            void happen() {
                throw new org.eeoutbox.OutboxStoreException("connection refused", null);
            }
        },
        UNCHECKED {
            @Override
            void happen() {
                throw new IllegalStateException("the pool is closed");
            }
        },
        ERROR {
            @Override
            void happen() {
                throw new NoClassDefFoundError("org/postgresql/Driver");
            }
        };

        abstract void happen();
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void theHeartbeatGoesOnWhateverTheDatabaseThrows(Trouble trouble) throws SQLException {
        AtomicInteger left = new AtomicInteger();
        Relay relay = relay(
                "node",
                Sources.failing(database(), () -> {
                    if (left.getAndDecrement() > 0) {
                        trouble.happen();
                    }
                }),
                System::nanoTime,
                CONFIG);
        relay.start();
        left.set(10);
        store(8, 4);
        drained();
        assertThat(topic.ids()).hasSize(32).doesNotHaveDuplicates();
    }

    /** Between two transactions a session may become another one: nothing that is kept in it can be relied on. */
    @Test
    void relaysWorkThroughAPoolerOfTransactions() throws SQLException {
        store(40, 20);
        for (int i = 0; i < 4; i++) {
            relay("node-" + i, Sources.poolingTransactions(database()), System::nanoTime, config(50, 3))
                    .start();
        }
        drained();
        assertThat(topic.ids()).hasSize(800).doesNotHaveDuplicates();
        assertThat(topic.isInOrder()).isTrue();
    }

    /**
     * A newer release runs beside this one, on a schema of its own version, and writes rows in a format that this one
     * does not know. It reads them as a release that knows them would.
     */
    @Test
    void whatANewerReleaseWritesIsLeftToItAndNothingOvertakesIt() throws SQLException {
        execute("INSERT INTO outbox_schema (version) VALUES (1000)");
        execute("ALTER TABLE outbox_event ADD COLUMN invented text");
        execute("CREATE TABLE outbox_invention (id integer)");
        try {
            List<UUID> ids = store(40, 10);
            execute("UPDATE outbox_event SET format = 2 WHERE sequence = 4 AND shard < 4");
            Relay older = relay("older");
            older.start();
            eventually()
                    .until(() -> number("SELECT COUNT(*) FROM outbox_waiting WHERE reason = 'retry'") == 20
                            && number("SELECT COUNT(*) FROM outbox_event") == 0);
            assertThat(topic.taken())
                    .extracting(Sent::event)
                    .noneMatch(event -> event.shard() < 4 && sequence(event) >= 4);

            relay("newer", Sources.rewriting(database(), SeveralRelaysIT::knowingTheFormat), System::nanoTime, CONFIG)
                    .start();
            // The older one would look again in a minute; by then the newer one may have taken it, or not yet.
            eventually().until(() -> {
                execute("UPDATE outbox_waiting SET available_at = CURRENT_TIMESTAMP WHERE reason = 'retry'");
                return pending() == 0;
            });
            assertThat(topic.ids()).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(topic.isInOrder()).isTrue();
            assertThat(topic.taken())
                    .filteredOn(sent -> sent.event().shard() < 4 && sequence(sent.event()) == 4)
                    .extracting(Sent::relay)
                    .containsOnly("newer");
            assertThat(number("SELECT COUNT(*) FROM outbox_quarantine")).isZero();
        } finally {
            execute("DELETE FROM outbox_schema WHERE version = 1000");
            execute("ALTER TABLE outbox_event DROP COLUMN invented");
            execute("DROP TABLE outbox_invention");
        }
    }

    private static long sequence(OutboxEvent event) {
        return event.sequence().orElseThrow();
    }

    private static String knowingTheFormat(String sql) {
        return sql.contains("AS attempts") || sql.contains(", attempts, reason FROM")
                ? sql.replaceFirst("occurred_at, format,", "occurred_at, 1 AS format,")
                : sql;
    }
}
