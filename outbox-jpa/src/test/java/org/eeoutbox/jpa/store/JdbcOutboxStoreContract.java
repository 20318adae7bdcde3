package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
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
import javax.sql.DataSource;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.spi.Backlog;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
import org.eeoutbox.spi.OutboxStore.Claimed;
import org.eeoutbox.spi.OutboxStore.Failed;
import org.eeoutbox.spi.OutboxStore.Outcome;
import org.eeoutbox.spi.ShardId;
import org.eeoutbox.testing.BacklogContract;
import org.eeoutbox.testing.OutboxStoreContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the store must do on every database, beyond what every store must do. */
abstract class JdbcOutboxStoreContract extends OutboxStoreContract implements BacklogContract {

    private Schema schema;
    private OutboxStore store;

    /** A database whose connections may be used by several threads; emptied before each test. */
    abstract DataSource dataSource();

    /** What the tables are called. */
    TableNames names() {
        return TableNames.DEFAULT;
    }

    @BeforeEach
    void emptyTables() throws SQLException {
        schema = new Schema(dataSource(), true, names());
        schema.dialect();
        for (String table : List.of(
                "outbox_event",
                "outbox_waiting",
                "outbox_blocked",
                "outbox_quarantine",
                "outbox_published",
                "outbox_shard",
                "outbox_channel")) {
            execute("DELETE FROM " + table);
        }
        store = store(8);
        store.open(Set.of("orders", "billing"));
    }

    @Override
    public OutboxStore store() {
        return store;
    }

    @Override
    public Backlog backlog() {
        return new JdbcBacklog(dataSource(), schema, 8);
    }

    @Override
    protected OutboxStore another() {
        return store(8);
    }

    @Override
    public void put(ShardId shard, String aggregateId, Integer sequence, String payload) {
        try {
            insert(shard.channel(), shard.shard(), aggregateId, sequence, payload);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected void corrupt(String payload) {
        change("UPDATE outbox_event SET headers = '[1' WHERE payload = ?", payload);
    }

    @Override
    protected void makeNewer(String payload) {
        change("UPDATE outbox_event SET format = 2 WHERE payload = ?", payload);
    }

    @Override
    protected void letWaitingBeDue() {
        change("UPDATE outbox_waiting SET available_at = CURRENT_TIMESTAMP WHERE available_at IS NOT NULL", null);
    }

    @Override
    public void pause(String channel, boolean paused) {
        change(
                "UPDATE outbox_channel SET paused_since = " + (paused ? "CURRENT_TIMESTAMP" : "NULL")
                        + " WHERE channel = '" + channel + "'",
                null);
    }

    @Override
    protected List<String> waiting() {
        return payloads("outbox_waiting");
    }

    @Override
    protected List<String> quarantined() {
        return payloads("outbox_quarantine");
    }

    @Override
    protected String lastError() {
        return texts("SELECT error FROM outbox_waiting UNION ALL SELECT error FROM outbox_quarantine")
                .get(0);
    }

    @Override
    protected int attempts() {
        return Integer.parseInt(texts("SELECT MAX(attempts) FROM (SELECT attempts FROM outbox_waiting"
                        + " UNION ALL SELECT attempts FROM outbox_quarantine) a")
                .get(0));
    }

    private List<String> payloads(String table) {
        List<String> payloads = new ArrayList<>();
        query("SELECT payload FROM " + table + " ORDER BY position", row -> {
            byte[] payload = row.getBytes(1);
            payloads.add(payload == null ? null : new String(payload, StandardCharsets.UTF_8));
        });
        return payloads;
    }

    List<String> texts(String sql) {
        List<String> texts = new ArrayList<>();
        query(sql, row -> texts.add(row.getString(1)));
        return texts;
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private void query(String sql, RowReader reader) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(schema.text(sql))) {
            while (row.next()) {
                reader.read(row);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void change(String sql, String payload) {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement update = connection.prepareStatement(schema.text(sql))) {
            if (payload != null) {
                update.setBytes(1, payload.getBytes(StandardCharsets.UTF_8));
            }
            update.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aReplaySaysSo() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        String columns = Schema.EVENT_COLUMNS;
        execute("INSERT INTO outbox_waiting (" + columns + ", reason, available_at) SELECT " + columns
                + ", 'replay', occurred_at FROM outbox_event");
        letWaitingBeDue();
        try (Claim claim = store.claim(SHARD, LIMITS).orElseThrow()) {
            assertThat(claim.events()).extracting(Claimed::isReplay).containsExactly(true, false);
        }
    }

    @Test
    void anErrorOfAnyLengthAndContentIsWrittenDown() {
        put(SHARD, "a", 1, "a1");
        String hostile = "it's \"quoted\" \0 \ud83d " + "x".repeat(100_000);
        Claim claim = store.claim(SHARD, LIMITS).orElseThrow();
        claim.settle(new Outcome(
                List.of(), List.of(new Failed(claim.events().get(0), true, hostile, hostile, Optional.empty(), true))));
        assertThat(quarantined()).containsExactly("a1");
        assertThat(lastError()).startsWith("it's \"quoted\" \ufffd \ufffd xxx").hasSizeLessThanOrEqualTo(2_000);
    }

    @Test
    void headersOfAnyDepthAreUnreadableAndNoMore() {
        put(SHARD, "a", 1, "a1");
        change("UPDATE outbox_event SET headers = '" + "{\"a\":".repeat(5_000) + "' WHERE payload = ?", "a1");
        try (Claim claim = store.claim(SHARD, LIMITS).orElseThrow()) {
            assertThat(claim.events())
                    .singleElement()
                    .matches(event -> event.fault().isPresent());
        }
    }

    @Test
    void aRowThatNamesNoAggregateHoldsUpItsLikeToo() {
        put(SHARD, " ", 1, "a1");
        put(SHARD, " ", 2, "a2");
        Claim claim = store.claim(SHARD, LIMITS).orElseThrow();
        giveUp(claim, claim.events().get(0));
        assertThat(quarantined()).containsExactly("a1");

        Claim next = store.claim(SHARD, LIMITS).orElseThrow();
        assertThat(next.events()).isEmpty();
        next.settle(Outcome.NONE);
        assertThat(waiting()).containsExactly("a2");
    }

    /** As a crash of the database's server, or a fail-over to a server that had not heard of it yet, can make it. */
    @Test
    void whatAnotherNodeBlocksIsSeenAlsoIfAnEarlierChangeWasLost() throws SQLException {
        put(SHARD, "a", 1, "a1");
        Claim claim = store.claim(SHARD, LIMITS).orElseThrow();
        giveUp(claim, claim.events().get(0));
        store.claim(SHARD, LIMITS).orElseThrow().close();
        execute("UPDATE outbox_shard SET blocked = 0");
        execute("DELETE FROM outbox_blocked");

        put(SHARD, "b", 1, "b1");
        put(SHARD, "b", 2, "b2");
        put(SHARD, "a", 2, "a2");
        Claim other = another().claim(SHARD, LIMITS).orElseThrow();
        giveUp(other, other.events().get(0));
        try (Claim next = store.claim(SHARD, LIMITS).orElseThrow()) {
            assertThat(next.events())
                    .singleElement()
                    .extracting(event -> event.event().message().aggregateId())
                    .isEqualTo("a");
        }
    }

    @Test
    void aLateFailureDoesNotCountForACopyThatIsSentOnceMore() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        Claim claim = store.claim(SHARD, LIMITS).orElseThrow();
        claim.settle(new Outcome(List.of(), List.of(later(claim.events().get(0)))));
        letWaitingBeDue();
        Claim late = store.claim(SHARD, LIMITS).orElseThrow();
        Failed again = later(late.events().get(0));
        Failed givenUp = new Failed(late.events().get(0), true, "kind", "late", Optional.empty(), true);
        late.close();
        execute("UPDATE outbox_waiting SET reason = 'replay'");

        store.settle(SHARD, new Outcome(List.of(), List.of(again)));
        store.settle(SHARD, new Outcome(List.of(), List.of(givenUp)));
        assertThat(texts("SELECT attempts FROM outbox_waiting")).containsExactly("1");
        assertThat(texts("SELECT id FROM outbox_quarantine")).isEmpty();
    }

    private static Failed later(Claimed event) {
        return new Failed(event, true, "kind", "error", Optional.of(Duration.ofHours(1)), true);
    }

    private static void giveUp(Claim claim, Claimed event) {
        claim.settle(new Outcome(List.of(), List.of(new Failed(event, true, "kind", "error", Optional.empty(), true))));
    }

    @Test
    void whatIsPublishedIsKeptAsHistory() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        insert("orders", 3, "a", 2, "y");
        Claim claim = store.claim(SHARD, LIMITS).orElseThrow();
        claim.settle(Outcome.published(claim.events()));
        assertThat(payloads("outbox_published")).containsExactly("x", "y");
        assertThat(texts("SELECT COUNT(*) FROM outbox_published WHERE published_at IS NULL"))
                .containsExactly("0");
    }

    @Test
    void withoutRetentionWhatIsPublishedIsGone() throws SQLException {
        insert("orders", 3, "a", 1, "x");
        OutboxStore forgetful = new JdbcOutboxStore(dataSource(), schema(), 8, false);
        Claim claim = forgetful.claim(SHARD, LIMITS).orElseThrow();
        assertThat(claim.settle(Outcome.published(claim.events()))).isEqualTo(1);
        assertThat(payloads("outbox_published")).isEmpty();
        assertThat(payloads("outbox_event")).isEmpty();
    }

    Schema schema() {
        return new Schema(dataSource(), false, names());
    }

    OutboxStore store(int shards) {
        return new JdbcOutboxStore(dataSource(), schema(), shards, true);
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
    void aChangedNumberOfShardsIsRefusedAsLongAsThereIsAnEvent() throws SQLException {
        for (String table : List.of("outbox_event", "outbox_waiting", "outbox_quarantine")) {
            insert("orders", 3, "a", 1, "x");
            if (!table.equals("outbox_event")) {
                Claim claim = store.claim(SHARD, LIMITS).orElseThrow();
                Optional<Duration> retry =
                        table.equals("outbox_waiting") ? Optional.of(Duration.ofDays(1)) : Optional.empty();
                claim.settle(new Outcome(
                        List.of(), List.of(new Failed(claim.events().get(0), true, "kind", "error", retry, true))));
            }
            assertThat(payloads(table)).hasSize(1);
            pause("orders", true);
            assertThatThrownBy(() -> store(4).open(Set.of("orders")))
                    .as(table)
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageContaining("drained and paused");
            pause("orders", false);
            execute("DELETE FROM " + table);
            execute("DELETE FROM outbox_blocked");
        }
    }

    @Test
    void aDrainedAndPausedChannelCanBeDividedAnew() throws SQLException {
        pause("orders", true);
        store(4).open(Set.of("orders"));
        store(16).open(Set.of("orders"));
        store(16).open(Set.of("orders"));
        pause("orders", false);
        assertThat(texts("SELECT shards FROM outbox_channel WHERE channel = 'orders'"))
                .containsExactly("16");
        insert("orders", 15, "a", 1, "x");
        try (Claim claim = store(16).claim(new ShardId("orders", 15), LIMITS).orElseThrow()) {
            assertThat(claim.events()).hasSize(1);
        }
        assertThatThrownBy(() -> store(8).open(Set.of("orders")))
                .as("it is not paused any more")
                .isInstanceOf(OutboxConfigurationException.class);
    }

    @Test
    void aNodeThatOnlyStoresEventsIsToldOfAnotherNumberOfShards() {
        Schema schema = schema();
        schema.requireShards(Set.of("orders", "not-yet-known"), 8);
        assertThatThrownBy(() -> schema.requireShards(Set.of("billing", "orders"), 16))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("'billing'")
                .hasMessageContaining("outbox.shards is 16");
    }

    @Test
    void anEventComesBackAsItWasStored() throws SQLException {
        String text = "é 漢 🎉 \u202Eשלום\u202C \"quoted\" 'single' \\ \n\t";
        UUID id = UUID.randomUUID();
        Instant occurredAt = Instant.parse("2026-10-25T01:30:00.123456Z");
        try (Connection connection = dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement(schema.text("INSERT INTO outbox_event"
                        + " (channel, shard, id, aggregatetype, aggregateid, type,"
                        + " schema_version, content_type, occurred_at, sequence, previous_sequence, headers,"
                        + " payload) VALUES ('orders', 3, ?, 'order', ?, 'order.placed', 7, 'text/plain', ?,"
                        + " 12, 10, ?, ?)"))) {
            insert.setObject(1, id);
            insert.setString(2, text.substring(0, 20));
            insert.setObject(3, schema.dialect().parameter(occurredAt));
            insert.setString(4, Headers.toColumn(java.util.Map.of("traceparent", text)));
            insert.setBytes(5, text.getBytes(StandardCharsets.UTF_8));
            insert.executeUpdate();
        }
        try (Claim claim = store.claim(SHARD, LIMITS).orElseThrow()) {
            OutboxEvent event = claim.events().get(0).event();
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
    void aMissingTableOrIndexIsNamedWithItsCure() throws SQLException {
        execute("DROP TABLE outbox_audit");
        dropClaimIndex();
        try {
            assertThatThrownBy(() -> schema().dialect())
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageContaining(names().in("outbox_audit"))
                    .hasMessageContaining(names().in("outbox_event_claim"))
                    .hasMessageContaining("v1.sql");
        } finally {
            execute("CREATE INDEX outbox_event_claim ON outbox_event (channel, shard, position)");
            execute("CREATE TABLE outbox_audit (id integer)");
        }
    }

    @Test
    void tablesOfTheFirstVersionAreToBeAddedTo() throws SQLException {
        execute("DROP TABLE outbox_inbox_sequence");
        execute("DELETE FROM outbox_schema WHERE version > 1");
        try {
            assertThatThrownBy(() -> schema().dialect())
                    .isInstanceOf(OutboxConfigurationException.class)
                    .hasMessageContaining("have schema version 1; this release needs 2. Run META-INF")
                    .hasMessageContaining("v2.sql");
        } finally {
            new Schema(dataSource(), true, names()).dialect();
        }
        schema().dialect();
    }

    @Test
    void tablesOfALaterReleaseAreAccepted() throws SQLException {
        execute("INSERT INTO outbox_schema (version) VALUES (99)");
        try {
            schema().dialect();
        } finally {
            execute("DELETE FROM outbox_schema WHERE version = 99");
        }
    }

    void dropClaimIndex() throws SQLException {
        execute("DROP INDEX outbox_event_claim");
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(schema.dialect().definition(names(), sql));
        }
    }

    private int count(String table) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery(schema.text("SELECT COUNT(*) FROM " + table))) {
            row.next();
            return row.getInt(1);
        }
    }

    void insert(String channel, int shard, String aggregateId, Integer sequence, String payload) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement(schema.text("INSERT INTO outbox_event"
                        + " (channel, shard, id, aggregatetype, aggregateid, type,"
                        + " schema_version, content_type, occurred_at, sequence, payload)"
                        + " VALUES (?, ?, ?, 'order', ?, 'order.placed', 1, 'text/plain', CURRENT_TIMESTAMP, ?,"
                        + " ?)"))) {
            insert.setString(1, channel);
            insert.setInt(2, shard);
            insert.setObject(3, UUID.randomUUID());
            insert.setString(4, aggregateId);
            insert.setObject(5, sequence, java.sql.Types.BIGINT);
            insert.setBytes(6, payload == null ? null : payload.getBytes(StandardCharsets.UTF_8));
            insert.executeUpdate();
        }
    }
}
