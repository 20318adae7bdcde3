package org.eeoutbox.jpa.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.ReceivedEvent.Position;
import org.eeoutbox.jpa.capture.TransactionSql;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the inbox must do on every database: each effect once, whoever brings the event, and whatever fails. */
abstract class InboxContract {

    private static final int THREADS = 64;
    private static final int AGGREGATES = 200;
    private static final int EVENTS = 10_000;

    private Schema schema;

    /** Can give a connection to each of 64 threads. */
    abstract DataSource dataSource();

    @BeforeEach
    void emptyTables() throws SQLException {
        schema = new Schema(dataSource(), true, TableNames.DEFAULT);
        schema.dialect();
        execute("DROP TABLE IF EXISTS effect");
        execute("CREATE TABLE effect (consumer varchar(100), event_id varchar(255))");
        execute("DELETE FROM outbox_inbox");
        execute("DELETE FROM outbox_inbox_sequence");
    }

    @Test
    void sixtyFourThreadsDeliverEveryEventTwiceAndEachEffectHappensOnce() throws Exception {
        List<ReceivedEvent> deliveries = twice(events(EVENTS));
        Consumers consumers = new Consumers(deliveries, () -> false);
        consumers.run();
        assertThat(consumers.failures).isEmpty();
        assertThat(consumers.duplicates.get()).isEqualTo(EVENTS);
        assertThat(effects("billing")).hasSize(EVENTS).doesNotHaveDuplicates();
        assertThat(number("SELECT COUNT(*) FROM outbox_inbox_sequence WHERE last_sequence = " + EVENTS / AGGREGATES))
                .isEqualTo(AGGREGATES);
    }

    @Test
    void anEffectThatFailsAtRandomHappensOnceInTheEnd() throws Exception {
        Random random = new Random(7);
        List<ReceivedEvent> deliveries = twice(events(2_000));
        Consumers consumers = new Consumers(deliveries, () -> {
            synchronized (random) {
                return random.nextInt(3) == 0;
            }
        });
        consumers.run();
        assertThat(consumers.failures).hasSizeGreaterThan(500);
        assertThat(effects("billing")).hasSize(2_000).doesNotHaveDuplicates();
    }

    @Test
    void theLoserOfARaceWaitsAndFindsADuplicate() throws Exception {
        race(true, Arrival.REPEAT);
    }

    @Test
    void whoeverWaitedForATransactionThatFailedGoesOnInItsPlace() throws Exception {
        race(false, Arrival.IN_ORDER);
    }

    private void race(boolean commit, Arrival expected) throws Exception {
        ReceivedEvent event = event("o", 1, 0);
        ExecutorService second = Executors.newSingleThreadExecutor();
        CountDownLatch begun = new CountDownLatch(1);
        try (Connection first = begin()) {
            assertThat(receive(first, "billing", event)).isEqualTo(Arrival.IN_ORDER);
            Future<Arrival> outcome = second.submit(() -> {
                try (Connection connection = begin()) {
                    begun.countDown();
                    Arrival arrival = receive(connection, "billing", event);
                    execute(connection, "INSERT INTO effect VALUES ('still', 'usable')");
                    connection.commit();
                    return arrival;
                }
            });
            begun.await();
            if (commit) {
                first.commit();
            } else {
                first.rollback();
            }
            assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(expected);
        } finally {
            second.shutdownNow();
        }
        assertThat(effects("still")).containsExactly("usable");
    }

    @Test
    void aFailedEffectLeavesNoKey() throws SQLException {
        ReceivedEvent event = event("o", 1, 0);
        try (Connection connection = begin()) {
            receive(connection, "billing", event);
            connection.rollback();
        }
        assertThat(arrival("billing", event)).isEqualTo(Arrival.IN_ORDER);
    }

    @Test
    void twoConsumersInOneDatabaseDoNotKnowOfEachOther() throws SQLException {
        assertThat(arrival("billing", event("o", 2, 1))).isEqualTo(Arrival.IN_ORDER);
        assertThat(arrival("shipping", event("o", 2, 1))).isEqualTo(Arrival.IN_ORDER);
        assertThat(arrival("shipping", event("o", 4, 3))).isEqualTo(Arrival.GAP);
        assertThat(arrival("billing", event("o", 3, 2))).isEqualTo(Arrival.IN_ORDER);
        assertThat(arrival("Billing", event("o", 3, 2))).isEqualTo(Arrival.IN_ORDER);
    }

    @Test
    void gapInversionRepeatAndLateDuplicateAreToldApart() throws SQLException {
        assertThat(arrival("billing", event("o", 5, 4)))
                .as("a start in the middle")
                .isEqualTo(Arrival.IN_ORDER);
        assertThat(arrival("billing", event("o", 8, 5))).as("skipped events").isEqualTo(Arrival.IN_ORDER);
        assertThat(arrival("billing", event("o", 10, 9))).isEqualTo(Arrival.GAP);
        assertThat(arrival("billing", event("o", 9, 8))).isEqualTo(Arrival.INVERSION);
        assertThat(arrival("billing", event("o", 10, 9))).isEqualTo(Arrival.REPEAT);
        assertThat(arrival("billing", event("o", 8, 5))).isEqualTo(Arrival.LATE_DUPLICATE);
        assertThat(arrival("billing", event("o", 11, 10))).isEqualTo(Arrival.IN_ORDER);
        assertThat(arrival("billing", event("p", 1, 0))).as("another aggregate").isEqualTo(Arrival.IN_ORDER);
        assertThat(arrival("billing", ReceivedEvent.of("x"))).isEqualTo(Arrival.IN_ORDER);
        assertThat(arrival("billing", ReceivedEvent.of("x"))).isEqualTo(Arrival.UNORDERED_DUPLICATE);
    }

    @Test
    void idsAndNamesOfEveryKindAreKeptApart() throws SQLException {
        String longest = "é漢🎉".repeat(63);
        for (String id : List.of("a", "A", "a ", "é", "e", "'; DROP TABLE effect; --", longest)) {
            assertThat(arrival("c", ReceivedEvent.of(id))).as(id).isEqualTo(Arrival.IN_ORDER);
            assertThat(arrival("c", ReceivedEvent.of(id))).as(id).isEqualTo(Arrival.UNORDERED_DUPLICATE);
            ReceivedEvent ordered =
                    new ReceivedEvent(id + "2", Optional.of(new Position(id, "order", id, 7, OptionalLong.empty())));
            assertThat(arrival("c", ordered)).as(id).isEqualTo(Arrival.IN_ORDER);
            assertThat(arrival("c", ordered)).as(id).isEqualTo(Arrival.REPEAT);
        }
    }

    /** Threads that take deliveries until none is left; what fails is delivered again. */
    private final class Consumers {

        private final BlockingQueue<ReceivedEvent> queue;
        private final java.util.function.BooleanSupplier fails;
        private final AtomicInteger duplicates = new AtomicInteger();
        private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

        Consumers(List<ReceivedEvent> deliveries, java.util.function.BooleanSupplier fails) {
            this.queue = new LinkedBlockingQueue<>(deliveries);
            this.fails = fails;
        }

        void run() throws Exception {
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                done.add(threads.submit(this::consume));
            }
            for (Future<?> each : done) {
                each.get(5, TimeUnit.MINUTES);
            }
            threads.shutdown();
        }

        private Void consume() throws SQLException {
            try (Connection connection = begin()) {
                for (ReceivedEvent event = queue.poll(); event != null; event = queue.poll()) {
                    deliver(connection, event);
                }
            }
            return null;
        }

        private void deliver(Connection connection, ReceivedEvent event) throws SQLException {
            try {
                if (receive(connection, "billing", event).isDuplicate()) {
                    duplicates.incrementAndGet();
                } else {
                    execute(connection, "INSERT INTO effect VALUES ('billing', '" + event.id() + "')");
                    if (fails.getAsBoolean()) {
                        throw new SQLException("the effect fails");
                    }
                }
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                failures.add(e.toString());
                queue.add(event);
            }
        }
    }

    private static List<ReceivedEvent> events(int number) {
        List<ReceivedEvent> events = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            long sequence = i / AGGREGATES + 1L;
            events.add(event("o" + i % AGGREGATES, sequence, sequence - 1));
        }
        return events;
    }

    private static List<ReceivedEvent> twice(List<ReceivedEvent> events) {
        List<ReceivedEvent> twice = new ArrayList<>(events);
        twice.addAll(events);
        Collections.shuffle(twice, new Random(42));
        return twice;
    }

    private static ReceivedEvent event(String aggregate, long sequence, long previous) {
        return new ReceivedEvent(
                aggregate + '-' + sequence,
                Optional.of(new Position("/shop", "order", aggregate, sequence, OptionalLong.of(previous))));
    }

    private Connection begin() throws SQLException {
        Connection connection = dataSource().getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private Arrival arrival(String consumer, ReceivedEvent event) throws SQLException {
        try (Connection connection = begin()) {
            Arrival arrival = receive(connection, consumer, event);
            connection.commit();
            return arrival;
        }
    }

    private Arrival receive(Connection connection, String consumer, ReceivedEvent event) {
        InboxTable table = new InboxTable(new TransactionSql.ByConnection(connection), schema, consumer);
        return event.position().isPresent()
                ? table.receive(event, event.position().get())
                : table.receive(event);
    }

    private List<String> effects(String consumer) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT event_id FROM effect WHERE consumer = ?")) {
            query.setString(1, consumer);
            List<String> effects = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    effects.add(row.getString(1));
                }
            }
            return effects;
        }
    }

    private int number(String sql) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource().getConnection()) {
            execute(connection, sql);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
