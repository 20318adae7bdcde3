package org.eeoutbox.tests.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.core.ConditionFactory;
import org.eeoutbox.Outbox;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.jpa.operations.OperationsDatabase;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Repair;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events that a real broker refuses, and what else cannot leave at once. */
@ArquillianTest
class QuarantineIT {

    /** More than the producer takes, less than the outbox does. */
    private static final int TOO_LARGE = 2_000_000;

    @Inject
    Outbox outbox;

    @Inject
    OperationsDatabase operations;

    @Inject
    UserTransaction transaction;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    DataSource dataSource;

    private Topic topic;
    private final String id = UUID.randomUUID().toString();

    @Deployment
    static WebArchive war() {
        return Shops.warWithASkippingChannel("quarantine").build();
    }

    @BeforeEach
    void open() throws Exception {
        Shops.createTable(dataSource);
        String marker = UUID.randomUUID().toString();
        append(message(marker, "marker"));
        eventually().until(() -> {
            topic = new Topic("quarantine");
            return topic.await(record -> record.key().equals(marker)) != null;
        });
    }

    @AfterEach
    void close() {
        topic.close();
    }

    @Test
    void successorsOfARefusedEventWaitForItsRepairAndAllLeaveInOrder() throws Exception {
        append(message(id, "1"), message(id, "x".repeat(TOO_LARGE)), message(id, "3"));
        String other = UUID.randomUUID().toString();
        append(message(other, "other"));
        topic.await(record -> record.key().equals(other));
        eventually()
                .until(() -> texts("SELECT error_kind FROM outbox_quarantine WHERE aggregateid = ?", id)
                        .equals(List.of("RecordTooLargeException")));
        append(message(id, "4"));
        eventually()
                .until(() -> texts("SELECT COUNT(*) FROM outbox_waiting WHERE aggregateid = ?", id)
                        .equals(List.of("2")));
        assertThat(topic.recordsOf(id)).hasSize(1);

        OutboxOperations operator = operations.as("ada");
        UUID refused = UUID.fromString(texts("SELECT id FROM outbox_quarantine WHERE aggregateid = ?", id)
                .get(0));
        operator.repair(
                refused, Repair.payload("2".getBytes(StandardCharsets.UTF_8)), Intent.because("it was too large"));
        operator.republish(refused, Intent.because("repaired"));
        topic.await(record -> record.key().equals(id) && Topic.text(record).equals("4"));
        List<ConsumerRecord<String, byte[]>> records = topic.recordsOf(id);
        assertThat(records).extracting(Topic::text).containsExactly("1", "2", "3", "4");
        assertThat(records)
                .extracting(record -> Topic.headers(record).get("ce_previoussequence"))
                .containsExactly("0", "1", "2", "3");
        eventually()
                .until(() -> texts("SELECT COUNT(*) FROM outbox_blocked WHERE aggregateid = ?", id)
                        .equals(List.of("0")));
        assertThat(texts("SELECT action FROM outbox_audit WHERE aggregateid = ? ORDER BY at", id))
                .containsExactly("repair", "republish");
        assertThat(texts("SELECT COUNT(*) FROM outbox_published WHERE aggregateid = ?", id))
                .containsExactly("4");
    }

    @Test
    void aChannelThatSkipsGoesOnWithoutARefusedEventAndAnnouncesNoGap() throws Exception {
        append(skipping("1"), skipping("x".repeat(TOO_LARGE)), skipping("3"));
        topic.await(record -> record.key().equals(id) && Topic.text(record).equals("3"));
        assertThat(topic.recordsOf(id))
                .extracting(record -> Topic.headers(record).get("ce_previoussequence"))
                .containsExactly("0", "1");
        append(skipping("4"));
        ConsumerRecord<String, byte[]> fourth = topic.await(
                record -> record.key().equals(id) && Topic.text(record).equals("4"));
        assertThat(Topic.headers(fourth))
                .containsEntry("ce_previoussequence", "3")
                .containsEntry("ce_sequence", "4");
        assertThat(texts("SELECT sequence FROM outbox_quarantine WHERE aggregateid = ?", id))
                .containsExactly("2");
    }

    @Test
    void aRowWhoseHeadersAreBrokenIsGivenUpAndOthersLeave() throws Exception {
        insert("[1", "broken");
        String other = UUID.randomUUID().toString();
        append(message(other, "other"));
        topic.await(record -> record.key().equals(other));
        eventually()
                .until(() -> texts("SELECT error_kind FROM outbox_quarantine WHERE aggregateid = ?", id)
                        .equals(List.of("unreadable")));
    }

    /** The relay needs no class: what an older release of the application has stored still leaves. */
    @Test
    void aRowOfATypeThatTheApplicationDoesNotKnowLeaves() throws Exception {
        insert("{\"traceparent\":\"00-1-2-01\"}", "from before");
        assertThat(Topic.text(topic.await(record -> record.key().equals(id)))).isEqualTo("from before");
    }

    @Test
    void aDelayedEventLeavesAtItsTimeAndOthersDoNotWaitForIt() throws Exception {
        Instant due = Instant.now().plusSeconds(4);
        append(OutboxMessage.about("order", id)
                .type("order.reminder")
                .channel("orders")
                .unordered()
                .availableAt(due)
                .payload("later".getBytes(StandardCharsets.UTF_8))
                .build());
        String other = UUID.randomUUID().toString();
        append(message(other, "now"));
        topic.await(record -> record.key().equals(other));
        ConsumerRecord<String, byte[]> record = topic.await(r -> r.key().equals(id));
        assertThat(Instant.ofEpochMilli(record.timestamp())).isAfterOrEqualTo(due.minusMillis(1));
    }

    @Test
    void aPausedChannelKeepsItsEventsUntilItIsResumed() throws Exception {
        OutboxOperations operator = operations.as("ada");
        operator.pause("skipping", Intent.because("the consumer is rebuilt"));
        append(skipping("1"));
        String other = UUID.randomUUID().toString();
        append(message(other, "other channel"));
        topic.await(record -> record.key().equals(other));
        assertThat(texts("SELECT COUNT(*) FROM outbox_event WHERE aggregateid = ?", id))
                .containsExactly("1");
        operator.resume("skipping", Intent.because("done"));
        topic.await(record -> record.key().equals(id));
    }

    @Test
    void anAggregateThatAnOperatorSkipsGoesOn() throws Exception {
        append(message(id, "x".repeat(TOO_LARGE)), message(id, "2"));
        eventually()
                .until(() -> texts("SELECT COUNT(*) FROM outbox_waiting WHERE aggregateid = ?", id)
                        .equals(List.of("1")));
        operations.as("ada").skip(new AggregateKey("orders", "order", id), Intent.because("nobody needs it"));
        ConsumerRecord<String, byte[]> second =
                topic.await(record -> record.key().equals(id));
        assertThat(Topic.text(second)).isEqualTo("2");
        assertThat(Topic.headers(second)).containsEntry("ce_previoussequence", "0");
    }

    private static OutboxMessage message(String aggregateId, String text) {
        return OutboxMessage.about("order", aggregateId)
                .type("order.changed")
                .channel("orders")
                .payload(text.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private OutboxMessage skipping(String text) {
        return OutboxMessage.about("order", id)
                .type("order.changed")
                .channel("skipping")
                .payload(text.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private void append(OutboxMessage... messages) throws Exception {
        transaction.begin();
        for (OutboxMessage message : messages) {
            outbox.append(message);
        }
        transaction.commit();
    }

    /** A row that some other program has stored. */
    private void insert(String headers, String payload) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO outbox_event (channel, shard, id, aggregatetype, aggregateid, type,"
                                + " schema_version, content_type, occurred_at, sequence, headers, payload) VALUES"
                                + " ('orders', 3, ?, 'fossil', ?, 'fossil.found', 1, 'text/plain', CURRENT_TIMESTAMP,"
                                + " 1, ?, ?)")) {
            insert.setObject(1, UUID.randomUUID());
            insert.setString(2, id);
            insert.setString(3, headers);
            insert.setBytes(4, payload.getBytes(StandardCharsets.UTF_8));
            insert.executeUpdate();
        }
    }

    private List<String> texts(String sql, Object... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i : IntStream.range(0, parameters.length).toArray()) {
                query.setObject(i + 1, parameters[i]);
            }
            List<String> texts = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    texts.add(row.getString(1));
                }
            }
            return texts;
        }
    }

    private static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(60));
    }
}
