package org.eeoutbox.tests.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.assertj.core.util.Throwables;
import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;
import org.eeoutbox.tests.order.Bank.Shape;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order of an aggregate's events is the order in which its transactions committed, whatever they do besides. */
@ArquillianTest
class OrderIT {

    private static final int ACCOUNTS = 3;
    private static final int CHANGES = 240;

    @Inject
    Bank bank;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    DataSource dataSource;

    @Deployment
    static WebArchive war() {
        return new TestWar()
                .outbox()
                .classes(Bank.class, Bank.Shape.class, Account.class, Booking.class, AccountChanged.class)
                .unit(Server.current().dataSource())
                .config("outbox.schema", "create")
                .config("outbox.relay", "off")
                .build();
    }

    @BeforeEach
    void openAccounts() throws SQLException {
        execute("CREATE TABLE IF NOT EXISTS account (id varchar(40) PRIMARY KEY, balance bigint, version bigint)");
        execute("CREATE TABLE IF NOT EXISTS booking (id uuid PRIMARY KEY, account varchar(40))");
        execute("TRUNCATE account, booking, outbox_event, outbox_aggregate");
        for (int i = 0; i < ACCOUNTS; i++) {
            bank.open("account-" + i);
        }
    }

    @Test
    void overlappingWritersOfAnAggregateAreStoredInTheOrderOfTheirCommits() throws Exception {
        for (Shape shape : Shape.values()) {
            openAccounts();
            overlap(shape);
        }
    }

    private void overlap(Shape shape) throws Exception {
        List<Future<Boolean>> changes = new ArrayList<>();
        ExecutorService writers = Executors.newFixedThreadPool(8);
        for (int i = 0; i < CHANGES; i++) {
            String id = "account-" + i % ACCOUNTS;
            changes.add(writers.submit(() -> change(shape, id)));
        }
        int committed = 0;
        for (Future<Boolean> change : changes) {
            committed += change.get() ? 1 : 0;
        }
        writers.shutdown();

        int stored = 0;
        for (int i = 0; i < ACCOUNTS; i++) {
            List<Long> sequences = longs("SELECT sequence FROM outbox_event WHERE aggregateid = 'account-" + i
                    + "' ORDER BY pg_xact_commit_timestamp(xmin)");
            assertThat(sequences).as("%s", shape).containsExactlyElementsOf(gapless(sequences.size()));
            assertThat(longs("SELECT sequence FROM outbox_event WHERE aggregateid = 'account-" + i
                            + "' ORDER BY position"))
                    .isEqualTo(sequences);
            stored += sequences.size();
        }
        assertThat(stored).isEqualTo(committed);
    }

    /** Only an optimistic writer that was overtaken may fail; a deadlock would show as a failure of the others. */
    private boolean change(Shape shape, String id) {
        try {
            bank.change(shape, id, "n");
            return true;
        } catch (Exception e) {
            // WildFly's @Transactional lets a RollbackException out, which is a checked one.
            assertThat(shape).as(() -> Throwables.getStackTrace(e)).isEqualTo(Shape.OPTIMISTIC);
            assertThat(e).hasStackTraceContaining("OptimisticLockException");
            return false;
        }
    }

    @Test
    void aggregatesFiredForInOppositeOrderDoNotDeadlock() throws Exception {
        List<AccountChanged> there =
                IntStream.range(0, 10).mapToObj(i -> event("account-" + i)).toList();
        List<AccountChanged> back = IntStream.range(0, 10)
                .mapToObj(i -> event("account-" + (9 - i)))
                .toList();
        ExecutorService writers = Executors.newFixedThreadPool(64);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            List<AccountChanged> events = i % 2 == 0 ? there : back;
            done.add(writers.submit(() -> bank.fireAll(events)));
        }
        for (Future<?> writer : done) {
            writer.get();
        }
        writers.shutdown();
        assertThat(longs("SELECT last_sequence FROM outbox_aggregate"))
                .hasSize(10)
                .containsOnly(200L);
    }

    @Test
    void theLogOfTheDatabaseHoldsTheEventsOfATransactionInTheOrderOfFiring() throws SQLException {
        execute("CREATE PUBLICATION order_test FOR TABLE outbox_event");
        execute("SELECT pg_create_logical_replication_slot('order_test', 'pgoutput')");
        try {
            bank.fireAll(IntStream.range(0, 500)
                    .mapToObj(i -> new AccountChanged("account-1", "n" + i + "."))
                    .toList());
            bank.fireAll(IntStream.range(0, 500)
                    .mapToObj(i -> new AccountChanged("account-" + i % 20, "m" + i + "."))
                    .toList());
            List<String> notes = Pattern.compile("[nm][0-9]+\\.")
                    .matcher(payloadsInTheLog())
                    .results()
                    .map(MatchResult::group)
                    .toList();
            List<String> fired = new ArrayList<>();
            IntStream.range(0, 500).forEach(i -> fired.add("n" + i + "."));
            IntStream.range(0, 500).forEach(i -> fired.add("m" + i + "."));
            assertThat(notes).isEqualTo(fired);
        } finally {
            execute("SELECT pg_drop_replication_slot('order_test')");
            execute("DROP PUBLICATION order_test");
        }
    }

    @Test
    void aFaultOfTheApplicationsOwnDataReachesTheCallerAsItWouldWithoutTheOutbox() throws SQLException {
        assertThatThrownBy(() -> {
                    execute("INSERT INTO booking VALUES ('00000000-0000-0000-0000-000000000001', 'x')");
                    execute("ALTER TABLE booking ADD CONSTRAINT only_x CHECK (account = 'x')");
                    bank.change(Shape.CHILD_ONLY, "account-0", "n");
                })
                .hasStackTraceContaining("only_x")
                .satisfies(e -> assertThat(e.toString() + e.getCause()).doesNotContain("OutboxCaptureException"));
        execute("ALTER TABLE booking DROP CONSTRAINT only_x");
        assertThat(longs("SELECT position FROM outbox_event")).isEmpty();
    }

    /** A payload stands in a message of the log as PostgreSQL writes bytes in text: a backslash, an x, and digits. */
    private String payloadsInTheLog() throws SQLException {
        StringBuilder payloads = new StringBuilder();
        for (String message : texts("SELECT encode(data, 'hex') FROM pg_logical_slot_get_binary_changes('order_test',"
                + " NULL, NULL, 'proto_version', '1', 'publication_names', 'order_test')")) {
            String text = new String(HexFormat.of().parseHex(message), StandardCharsets.ISO_8859_1);
            Matcher payload = Pattern.compile("\\\\x((?:[0-9a-f]{2})+)").matcher(text);
            if (payload.find()) {
                payloads.append(new String(HexFormat.of().parseHex(payload.group(1)), StandardCharsets.UTF_8));
            }
        }
        return payloads.toString();
    }

    private static AccountChanged event(String account) {
        return new AccountChanged(account, "n");
    }

    private static List<Long> gapless(int size) {
        return LongStream.rangeClosed(1, size).boxed().toList();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<Long> longs(String sql) throws SQLException {
        return texts(sql).stream().map(Long::valueOf).toList();
    }

    private List<String> texts(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                String value = row.getString(1);
                if (value != null) {
                    values.add(value);
                }
            }
        }
        return values;
    }
}
