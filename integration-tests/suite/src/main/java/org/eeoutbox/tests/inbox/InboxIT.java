package org.eeoutbox.tests.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eeoutbox.Inbox;
import org.eeoutbox.Inbox.Outcome;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.OutboxOrderException;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.ReceivedEvent.Position;
import org.eeoutbox.spi.InboxCounts;
import org.eeoutbox.spi.InboxCounts.Kind;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From the broker to an effect that happens once, in the same server and database as an outbox. */
@ArquillianTest
class InboxIT {

    private static final String TOPIC = "sales";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Inject
    Billing billing;

    @Inject
    Inbox inbox;

    @Inject
    InboxCounts counts;

    @Inject
    UserTransaction transaction;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    DataSource dataSource;

    @Deployment
    static WebArchive war() {
        return Wars.inbox();
    }

    @BeforeEach
    void createTable() throws SQLException {
        execute("CREATE TABLE IF NOT EXISTS invoice (id uuid PRIMARY KEY, sale text)");
    }

    @Test
    void anEventFromTheBrokerHasItsEffectOnceHoweverOftenItComes() throws Exception {
        String sale = unique();
        billing.sell(sale);
        String payload = "{\"id\":\"" + sale + "\"}";
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(invoices(payload)).isEqualTo(1));

        String id = text("SELECT id FROM outbox_published WHERE aggregateid = '" + sale + "'");
        String marker = unique();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", System.getProperty("kafka.bootstrap.servers")),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < 3; i++) {
                producer.send(record(sale, payload, id, "1", "0")).get();
            }
            producer.send(record(sale, marker, unique(), "2", "1")).get();
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(invoices(marker)).isEqualTo(1));
        assertThat(invoices(payload)).isEqualTo(1);
        assertThat(count("SELECT COUNT(*) FROM outbox_aggregate WHERE aggregateid = '" + payload.replace("'", "''")
                        + "' AND last_sequence = 1"))
                .as("what the consumer itself has fired")
                .isEqualTo(1);
        assertThat(counts.count("billing", Kind.REPEAT)).isGreaterThanOrEqualTo(3);
        assertThat(count("SELECT last_sequence FROM outbox_inbox_sequence WHERE consumer = 'billing'"
                        + " AND aggregatetype = 'sale' AND aggregateid = '" + sale + "' AND source = '/sales'"))
                .isEqualTo(2);
    }

    private static ProducerRecord<String, String> record(
            String sale, String payload, String id, String sequence, String previous) {
        ProducerRecord<String, String> record = new ProducerRecord<>(TOPIC, sale, payload);
        Map.of(
                        "ce_id",
                        id,
                        "ce_specversion",
                        "1.0",
                        "ce_type",
                        "sale.made",
                        "ce_source",
                        "/sales",
                        "ce_subject",
                        sale,
                        "ce_aggregatetype",
                        "sale",
                        "ce_sequence",
                        sequence,
                        "ce_previoussequence",
                        previous)
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    @Test
    void threadsThatBringTheSameEventsAndFailAtRandomHaveEachEffectOnce() throws Exception {
        List<String> ids = IntStream.range(0, 300).mapToObj(i -> unique()).toList();
        List<String> deliveries = new ArrayList<>(ids);
        deliveries.addAll(ids);
        Collections.shuffle(deliveries, new Random(42));
        Map<String, String> written = new ConcurrentHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(24);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < deliveries.size(); i++) {
            String id = deliveries.get(i);
            boolean failsFirst = i % 3 == 0;
            done.add(threads.submit(() -> {
                if (failsFirst && deliver(id, true).isPresent()) {
                    throw new AssertionError("It should have failed");
                }
                deliver(id, false)
                        .ifPresent(result -> assertThat(written.put(id, result)).isNull());
                return null;
            }));
        }
        for (Future<?> each : done) {
            each.get();
        }
        threads.shutdown();
        assertThat(written).hasSize(300);
        for (String id : ids) {
            assertThat(invoices(id)).isEqualTo(1);
        }
    }

    private Optional<String> deliver(String id, boolean fails) {
        try {
            return billing.plain(id, fails);
        } catch (IOException e) {
            assertThat(fails).isTrue();
            return Optional.empty();
        }
    }

    @Test
    void aFailedEffectLeavesNothing() throws Exception {
        String id = unique();
        assertThatThrownBy(() -> billing.plain(id, true)).isInstanceOf(IOException.class);
        assertThat(invoices(id)).isZero();
        assertThat(keys(id)).isZero();
        assertThat(billing.plain(id, false)).contains("written");
        assertThat(billing.plain(id, false)).isEmpty();
    }

    @Test
    void theKeySharesTheFateOfTheCallersTransaction() throws Exception {
        String id = unique();
        transaction.begin();
        assertThat(inbox.process(id, "caller", () -> {})).isEqualTo(Outcome.PROCESSED);
        assertThat(inbox.process(id, "caller", () -> {})).isEqualTo(Outcome.DUPLICATE);
        transaction.rollback();
        assertThat(keys(id)).isZero();

        transaction.begin();
        assertThatThrownBy(() -> inbox.process(id, "caller", () -> {
                    throw new IOException("it fails");
                }))
                .isInstanceOf(IOException.class);
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        assertThatThrownBy(() -> inbox.process(id, "caller", () -> {}))
                .isInstanceOf(OutboxTransactionRequiredException.class);
        transaction.rollback();

        transaction.begin();
        assertThat(inbox.process(id, "caller", () -> {})).isEqualTo(Outcome.PROCESSED);
        transaction.commit();
        assertThat(inbox.process(id, "caller", () -> {})).isEqualTo(Outcome.DUPLICATE);
        assertThat(inbox.process(id, "another", () -> {})).isEqualTo(Outcome.PROCESSED);
        billing.transactional(id);
        billing.transactional(id);
        assertThat(invoices(id)).isEqualTo(1);
    }

    @Test
    void aMessageIsAcknowledgedAfterTheCommitOnlyAndRejectedOtherwise() throws Exception {
        String value = unique();
        List<String> told = new ArrayList<>();
        billing.message(message("works", value, told)).toCompletableFuture().get();
        billing.message(message("works", value, told)).toCompletableFuture().get();
        assertThat(told).containsExactly("ack with 1", "ack with 1");

        told.clear();
        String failing = unique();
        billing.message(message("fails", failing, told)).toCompletableFuture().get();
        assertThat(told).containsExactly("nack with 0: java.io.IOException: it fails");

        told.clear();
        billing.unfinished(message("works", failing, told))
                .toCompletableFuture()
                .get();
        assertThat(told).singleElement().asString().contains("has returned before its work was done");

        told.clear();
        Message<ConsumerRecord<String, String>> nameless = Message.of(
                new ConsumerRecord<>(TOPIC, 0, 0, "key", "value"),
                () -> CompletableFuture.completedStage(null),
                reason -> {
                    told.add(reason.getMessage());
                    return CompletableFuture.completedStage(null);
                });
        billing.message(nameless).toCompletableFuture().get();
        assertThat(told).singleElement().asString().contains("came without an id");
    }

    private Message<ConsumerRecord<String, String>> message(String key, String value, List<String> told) {
        ConsumerRecord<String, String> record = new ConsumerRecord<>(TOPIC, 0, 0, key, value);
        record.headers().add("ce_id", value.getBytes(StandardCharsets.UTF_8));
        return Message.of(
                record,
                () -> {
                    told.add("ack with " + invoices(value));
                    return CompletableFuture.completedStage(null);
                },
                reason -> {
                    told.add("nack with " + invoices(value) + ": " + reason);
                    return CompletableFuture.completedStage(null);
                });
    }

    @Test
    void whatIsOutOfOrderIsRejectedWhereThePolicySaysSo() throws Exception {
        String aggregate = unique();
        billing.strict(event(aggregate, 1, 0));
        assertThatThrownBy(() -> billing.strict(event(aggregate, 3, 2)))
                .isInstanceOf(OutboxOrderException.class)
                .hasMessageContaining("comes before its predecessor, number 2");
        billing.strict(event(aggregate, 2, 1));
        billing.strict(event(aggregate, 3, 2));
        billing.strict(event(aggregate, 1, 0));
        billing.strict(event(aggregate, 6, 3));
        assertThatThrownBy(() -> billing.strict(event(aggregate, 4, 3))).isInstanceOf(OutboxOrderException.class);
        assertThat(counts.count("strict", Kind.PROCESSED)).isEqualTo(4);
        assertThat(counts.count("strict", Kind.GAP)).isEqualTo(1);
        assertThat(counts.count("strict", Kind.INVERSION)).isEqualTo(1);
        assertThat(counts.count("strict", Kind.REJECTED)).isEqualTo(2);
        assertThat(counts.count("strict", Kind.LATE_DUPLICATE)).isEqualTo(1);
        assertThat(counts.consumers()).contains("billing", "strict", "plain");
    }

    private static ReceivedEvent event(String aggregate, long sequence, long previous) {
        return new ReceivedEvent(
                aggregate + "-" + sequence,
                Optional.of(new Position("/sales", "sale", aggregate, sequence, OptionalLong.of(previous))));
    }

    @Test
    void namesThatTheTableCannotKeepAreRefused() {
        assertThatThrownBy(() -> inbox.process("id", " ", () -> {})).isInstanceOf(OutboxMessageException.class);
        assertThatThrownBy(() -> inbox.process("id", "x".repeat(101), () -> {}))
                .isInstanceOf(OutboxMessageException.class);
        assertThatThrownBy(() -> billing.plain("x".repeat(256), false)).isInstanceOf(OutboxMessageException.class);
    }

    private int invoices(String sale) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT COUNT(*) FROM invoice WHERE sale = ?")) {
            query.setString(1, sale);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private int keys(String id) throws SQLException {
        return count("SELECT COUNT(*) FROM outbox_inbox WHERE event_id = '" + id + "'");
    }

    private int count(String sql) throws SQLException {
        return Integer.parseInt(text(sql));
    }

    private String text(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : "0";
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String unique() {
        return UUID.randomUUID().toString();
    }
}
