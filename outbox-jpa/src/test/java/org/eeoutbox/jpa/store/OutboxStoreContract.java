package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
import org.eeoutbox.spi.OutboxStore.Limits;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store must do, whatever its database. */
abstract class OutboxStoreContract {

    static final Limits LIMITS = new Limits(100, 1_000_000, Duration.ofSeconds(30));
    static final ShardId SHARD = new ShardId("orders", 3);

    private OutboxStore store;

    /** A database whose connections may be used by several threads; emptied before each test. */
    abstract DataSource dataSource();

    @BeforeEach
    void emptyTables() throws SQLException {
        new Schema(dataSource(), true).dialect();
        for (String table : List.of("outbox_event", "outbox_shard", "outbox_channel")) {
            execute("DELETE FROM " + table);
        }
        store = store(8);
        store.open(Set.of("orders", "billing"));
    }

    OutboxStore store(int shards) {
        return new JdbcOutboxStore(dataSource(), new Schema(dataSource(), false), shards);
    }

    @Test
    void manyNodesOpenTheSameChannelsAtOnce() throws Exception {
        execute("DELETE FROM outbox_shard");
        execute("DELETE FROM outbox_channel");
        ExecutorService nodes = Executors.newFixedThreadPool(20);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> opened = new ArrayList<>();
        for (int node = 0; node < openers(); node++) {
            opened.add(nodes.submit(() -> {
                start.await();
                store(8).open(Set.of("billing", "orders"));
                return null;
            }));
        }
        start.countDown();
        for (Future<?> node : opened) {
            node.get();
        }
        nodes.shutdown();
        assertThat(count("outbox_shard")).isEqualTo(16);
    }

    /** H2 registers by an insert that two sessions cannot run at once; it is embedded in one node anyway. */
    int openers() {
        return 20;
    }

    @Test
    void aChangedNumberOfShardsIsRefused() {
        assertThatThrownBy(() -> store(4).open(Set.of("orders")))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("'orders'")
                .hasMessageContaining("outbox.shards");
    }

    @Test
    void aNodeThatOnlyStoresEventsIsToldOfAnotherNumberOfShards() {
        Schema schema = new Schema(dataSource(), false);
        schema.requireShards(Set.of("orders", "not-yet-known"), 8);
        assertThatThrownBy(() -> schema.requireShards(Set.of("billing", "orders"), 16))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("'billing'")
                .hasMessageContaining("outbox.shards is 16");
    }

    @Test
    void pendingAreTheShardsWithRowsOfTheChannelsAskedFor() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        insert("orders", 5, "b", 1, "x");
        insert("billing", 0, "c", 1, "x");
        assertThat(store.pending(Set.of("orders"))).containsExactlyInAnyOrder(SHARD, new ShardId("orders", 5));
        assertThat(store.pending(Set.of("orders", "billing"))).hasSize(3);
        assertThat(store.pending(Set.of())).isEmpty();
    }

    @Test
    void aClaimReadsItsShardInOrderOfPosition() throws SQLException {
        for (int i = 1; i <= 20; i++) {
            insert("orders", 3, "a" + i % 3, i, "e" + i);
            insert("orders", 4, "z", i, "other shard");
        }
        try (Claim claim = store.claim(SHARD, LIMITS).orElseThrow()) {
            assertThat(claim.events())
                    .extracting(OutboxStoreContract::text)
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, 20).mapToObj(i -> "e" + i).toList());
            assertThat(claim.more()).isFalse();
        }
    }

    @Test
    void aClaimEndsAtTheLimitOfRows() throws SQLException {
        for (int i = 1; i <= 5; i++) {
            insert("orders", 3, "a", i, "e" + i);
        }
        try (Claim claim = store.claim(SHARD, new Limits(3, 1_000_000, Duration.ofSeconds(30)))
                .orElseThrow()) {
            assertThat(claim.events()).hasSize(3);
            assertThat(claim.more()).isTrue();
        }
    }

    @Test
    void aClaimEndsAtTheLimitOfBytesButNeverBeforeItsFirstEvent() throws SQLException {
        insert("orders", 3, "a", 1, "x".repeat(5000));
        insert("orders", 3, "a", 2, "x".repeat(600));
        insert("orders", 3, "a", 3, "x");
        try (Claim claim =
                store.claim(SHARD, new Limits(3, 1000, Duration.ofSeconds(30))).orElseThrow()) {
            assertThat(claim.events()).hasSize(1);
            assertThat(claim.more()).isTrue();
        }
        try (Claim claim =
                store.claim(SHARD, new Limits(3, 5100, Duration.ofSeconds(30))).orElseThrow()) {
            assertThat(claim.events()).hasSize(2);
            assertThat(claim.more()).isTrue();
        }
    }

    @Test
    void aShardIsClaimedByOneAtATimeAndTheOthersStayFree() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        insert("orders", 4, "b", 1, "x");
        try (Claim claim = store.claim(SHARD, LIMITS).orElseThrow()) {
            assertThat(claim.events()).hasSize(1);
            assertThat(store(8).claim(SHARD, LIMITS)).isEmpty();
            Optional<Claim> other = store(8).claim(new ShardId("orders", 4), LIMITS);
            assertThat(other).isPresent();
            other.get().close();
        }
        Optional<Claim> after = store.claim(SHARD, LIMITS);
        assertThat(after).isPresent();
        after.get().close();
    }

    @Test
    void whatIsSettledIsGoneAndTheRestStaysPending() throws SQLException {
        for (int i = 1; i <= 4; i++) {
            insert("orders", 3, "a", i, "e" + i);
        }
        Claim claim = store.claim(SHARD, LIMITS).orElseThrow();
        assertThat(claim.settle(List.of(claim.events().get(0), claim.events().get(2))))
                .isEqualTo(2);
        claim.close();
        try (Claim again = store.claim(SHARD, LIMITS).orElseThrow()) {
            assertThat(again.events()).extracting(OutboxStoreContract::text).containsExactly("e2", "e4");
        }
    }

    @Test
    void aClosedClaimLeavesEverythingPending() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        store.claim(SHARD, LIMITS).orElseThrow().close();
        assertThat(store.pending(Set.of("orders"))).containsExactly(SHARD);
    }

    @Test
    void settlingAgainCountsOnlyWhatWasStillPending() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        insert("orders", 3, "a", 2, "y");
        Claim claim = store.claim(SHARD, LIMITS).orElseThrow();
        List<OutboxEvent> events = claim.events();
        assertThat(claim.settle(events.subList(0, 1))).isEqualTo(1);
        assertThat(store.settle(SHARD, events)).isEqualTo(1);
        assertThat(store.settle(SHARD, events)).isZero();
        assertThat(store.settle(SHARD, List.of())).isZero();
    }

    @Test
    void anEventComesBackAsItWasStored() throws SQLException {
        String text = "é 漢 🎉 \u202Eשלום\u202C \"quoted\" 'single' \\ \n\t";
        UUID id = UUID.randomUUID();
        Instant occurredAt = Instant.parse("2026-10-25T01:30:00.123456Z");
        try (Connection connection = dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type,"
                                + " schema_version, content_type, occurred_at, sequence, previous_sequence, headers,"
                                + " payload) VALUES ('orders', 3, ?, 'order', ?, 'order.placed', 7, 'text/plain', ?,"
                                + " 12, 10, ?, ?)")) {
            insert.setObject(1, id);
            insert.setString(2, text.substring(0, 20));
            insert.setObject(3, occurredAt.atOffset(ZoneOffset.UTC));
            insert.setString(4, Headers.toColumn(java.util.Map.of("traceparent", text)));
            insert.setBytes(5, text.getBytes(StandardCharsets.UTF_8));
            insert.executeUpdate();
        }
        try (Claim claim = store.claim(SHARD, LIMITS).orElseThrow()) {
            OutboxEvent event = claim.events().get(0);
            OutboxMessage message = event.message();
            assertThat(event.id()).isEqualTo(id);
            assertThat(event.channel()).isEqualTo("orders");
            assertThat(event.shard()).isEqualTo(3);
            assertThat(event.occurredAt()).isEqualTo(occurredAt);
            assertThat(event.sequence()).isEqualTo(OptionalLong.of(12));
            assertThat(event.previousSequence()).isEqualTo(OptionalLong.of(10));
            assertThat(message.aggregateType()).isEqualTo("order");
            assertThat(message.aggregateId()).isEqualTo(text.substring(0, 20));
            assertThat(message.type()).isEqualTo("order.placed");
            assertThat(message.version()).isEqualTo(7);
            assertThat(message.contentType()).isEqualTo("text/plain");
            assertThat(message.headers()).containsEntry("traceparent", text);
            assertThat(message.payload()).contains(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aTombstoneAnEmptyPayloadAndAnUnorderedEventAreToldApart() throws SQLException {
        insert("orders", 3, "a", 1, null);
        insert("orders", 3, "a", 2, "");
        insert("orders", 3, "a", null, "x");
        try (Claim claim = store.claim(SHARD, LIMITS).orElseThrow()) {
            List<OutboxEvent> events = claim.events();
            assertThat(events.get(0).message().payload()).isEmpty();
            assertThat(events.get(0).previousSequence()).isEqualTo(OptionalLong.of(0));
            assertThat(events.get(1).message().payload()).contains(new byte[0]);
            assertThat(events.get(2).sequence()).isEmpty();
            assertThat(events.get(2).message().ordered()).isFalse();
        }
    }

    @Test
    void aMissingTableOrIndexIsNamedWithItsCure() throws SQLException {
        execute("DROP TABLE outbox_audit");
        execute("ALTER INDEX outbox_event_claim RENAME TO hidden");
        try {
            assertThatThrownBy(() -> new Schema(dataSource(), false).dialect())
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageContaining("outbox_audit")
                    .hasMessageContaining("outbox_event_claim")
                    .hasMessageContaining("v1.sql");
        } finally {
            execute("ALTER INDEX hidden RENAME TO outbox_event_claim");
            execute("CREATE TABLE outbox_audit (id integer)");
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int count(String table) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    void insert(String channel, int shard, String aggregateId, Integer sequence, String payload) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type,"
                                + " schema_version, content_type, occurred_at, sequence, payload)"
                                + " VALUES (?, ?, ?, 'order', ?, 'order.placed', 1, 'text/plain', CURRENT_TIMESTAMP, ?,"
                                + " ?)")) {
            insert.setString(1, channel);
            insert.setInt(2, shard);
            insert.setObject(3, UUID.randomUUID());
            insert.setString(4, aggregateId);
            insert.setObject(5, sequence, java.sql.Types.BIGINT);
            insert.setBytes(6, payload == null ? null : payload.getBytes(StandardCharsets.UTF_8));
            insert.executeUpdate();
        }
    }

    private static String text(OutboxEvent event) {
        return new String(event.message().payload().orElseThrow(), StandardCharsets.UTF_8);
    }
}
