package org.eeoutbox.relay.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoggingListenerTest {

    private static final Logger LOGGER = Logger.getLogger("org.eeoutbox.relay");
    private static final OutboxEvent EVENT = new OutboxEvent(
            UUID.fromString("01938a3e-7c00-7000-8000-000000000001"),
            OutboxMessage.about("order", "42")
                    .type("order.placed")
                    .channel("orders")
                    .json("{\"secret\":1}")
                    .build(),
            OptionalLong.of(1),
            OptionalLong.of(0),
            Instant.EPOCH,
            0,
            1);

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final LoggingListener listener = new LoggingListener(now::get);
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            lines.add(logged.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void leave() {
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(true);
    }

    @Test
    void anOutageOfThousandsOfEventsIsAFewLines() {
        for (int i = 0; i < 10_000; i++) {
            listener.failed(EVENT, new TimeoutException("no answer"));
            listener.paused("orders", Duration.ofSeconds(1), new TimeoutException("no answer"));
            listener.storeFailed(new IllegalStateException("away"));
            listener.holdEnded(new ShardId("orders", 3), 500);
        }
        listener.resumed("orders");
        listener.resumed("orders");
        listener.storeRecovered();

        assertThat(lines)
                .containsExactly(
                        "OUTBOX-210 Channel 'orders' did not take event 01938a3e-7c00-7000-8000-000000000001:"
                                + " java.util.concurrent.TimeoutException: no answer",
                        "OUTBOX-211 Channel 'orders' takes nothing; events wait in the outbox until it does:"
                                + " java.util.concurrent.TimeoutException: no answer",
                        "OUTBOX-220 The relay cannot use the outbox tables and keeps trying:"
                                + " java.lang.IllegalStateException: away",
                        "OUTBOX-213 Channel 'orders' has not answered to 500 events of shard 3"
                                + " in time; it is left alone until it does.",
                        "OUTBOX-212 Channel 'orders' takes events again.",
                        "OUTBOX-221 The relay can use the outbox tables again.");
    }

    @Test
    void aFailureThatLastsIsToldOncePerMinuteWithTheirNumber() {
        listener.failed(EVENT, new TimeoutException());
        listener.failed(EVENT, new TimeoutException());
        listener.failed(EVENT, new TimeoutException());
        now.addAndGet(Duration.ofMinutes(1).toNanos());
        listener.failed(EVENT, new TimeoutException());

        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).endsWith("(and 2 more since the last such message)");
    }

    @Test
    void aChannelThatTakesSomeEventsOnlyDoesNotFillTheLog() {
        for (int i = 0; i < 100; i++) {
            listener.paused("orders", Duration.ofSeconds(1), new IllegalStateException("refused"));
            listener.resumed("orders");
        }
        assertThat(lines).hasSize(2);
    }

    @Test
    void neverLogsAPayload() {
        listener.failed(EVENT, new IllegalStateException("refused"));
        listener.ackedTooLate(EVENT);
        assertThat(lines).hasSize(2).noneMatch(line -> line.contains("secret"));
    }

    @Test
    void tellsPossibleDuplicatesAndWhatAStopLeavesBehind() {
        listener.settledElsewhere(new ShardId("orders", 1), 2);
        listener.stoppedUnanswered("orders", 4);
        listener.workerFailed("orders", new IllegalStateException("bug"));
        assertThat(lines)
                .containsExactly(
                        "OUTBOX-215 2 events of channel 'orders' were settled by another relay;"
                                + " they may be published twice.",
                        "OUTBOX-240 Channel 'orders' stops with 4 events unanswered; they stay in the outbox and"
                                + " may be published twice.",
                        "OUTBOX-230 A worker of channel 'orders' met an unexpected fault and goes on.");
    }
}
