package org.eeoutbox.jpa.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.eeoutbox.EventId;
import org.eeoutbox.Idempotent;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.ReceivedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotentMethodTest {

    /** Methods that can be served. */
    @SuppressWarnings("unused")
    private interface Served {
        @Idempotent("c")
        void byText(int more, @EventId String id);

        @Idempotent("c")
        Optional<String> byUuid(Map<String, String> more, @EventId UUID id);

        @Idempotent("c")
        void event(ReceivedEvent event);

        @Incoming("in")
        @Idempotent("c")
        void record(ConsumerRecord<String, byte[]> kafkaRecord);

        @Incoming("in")
        @Acknowledgment(Acknowledgment.Strategy.POST_PROCESSING)
        @Idempotent("c")
        void metadata(String payload, IncomingKafkaRecordMetadata<String, String> metadata);

        @Incoming("in")
        @Incoming("other")
        @Idempotent("c")
        CompletionStage<Void> message(Message<String> message);

        @Idempotent("c")
        void jms(jakarta.jms.Message message);
    }

    /** Methods that cannot. */
    @SuppressWarnings("unused")
    private interface Refused {
        @Idempotent("c")
        void payload(String payload);

        @Idempotent("c")
        void number(@EventId long id);

        @Idempotent(" ")
        void blank(@EventId String id);

        @Idempotent("c")
        String text(@EventId String id);

        @Incoming("in")
        @Idempotent("c")
        Optional<String> optional(ConsumerRecord<String, String> kafkaRecord);

        @Incoming("in")
        @Idempotent("c")
        CompletionStage<Void> late(ConsumerRecord<String, String> kafkaRecord);

        @Incoming("in")
        @Idempotent("c")
        void nothing(Message<String> message);

        @Incoming("in")
        @Acknowledgment(Acknowledgment.Strategy.PRE_PROCESSING)
        @Idempotent("c")
        void early(ConsumerRecord<String, String> kafkaRecord);

        @Incoming("in")
        @Acknowledgment(Acknowledgment.Strategy.NONE)
        @Idempotent("c")
        void never(ConsumerRecord<String, String> kafkaRecord);

        @Incoming("in")
        @Outgoing("out")
        @Idempotent("c")
        void sends(ConsumerRecord<String, String> kafkaRecord);
    }

    @ParameterizedTest
    @ValueSource(strings = {"byText", "byUuid", "event", "record", "metadata", "message", "jms"})
    void isServed(String name) {
        assertThat(of(Served.class, name).consumer()).isEqualTo("c");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            payload  | has no parameter from which the event's id can be got
            number   | has an @EventId of type long. Make it a String or a UUID
            blank    | has the consumer name ' '. Give it one
            text     | returns String, of which there is none for a duplicate
            optional | returns Optional, of which there is none for a duplicate
            late     | returns CompletionStage, of which there is none for a duplicate, or which is complete after
            nothing  | returns void. With a Message return a CompletionStage<Void>
            early    | has @Acknowledgment(PRE_PROCESSING), so events may be lost
            never    | has @Acknowledgment(NONE), so events may be lost
            sends    | is @Outgoing, and what it sends is not part of its transaction
            """)
    void isRefusedWithASentenceThatNamesTheCure(String name, String sentence) {
        assertThatThrownBy(() -> of(Refused.class, name))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining(Refused.class.getName() + "." + name)
                .hasMessageContaining(sentence);
    }

    @Test
    void theMarkedParameterGoesBeforeOthers() {
        UUID id = UUID.randomUUID();
        Object[] arguments = {Map.of("ce_id", "other"), id};
        assertThat(of(Served.class, "byUuid").event(arguments)).isEqualTo(ReceivedEvent.of(id.toString()));
    }

    @Test
    void aCallWithoutAnIdIsRefused() {
        assertThatThrownBy(() -> of(Served.class, "byText").event(new Object[] {1, null}))
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("byText");
        assertThatThrownBy(() -> of(Served.class, "record")
                        .event(new Object[] {new ConsumerRecord<>("orders", 0, 0, "key", "value")}))
                .isInstanceOf(OutboxMessageException.class);
    }

    @Test
    void theChannelsOfAllAnnotationsAreKnown() {
        assertThat(of(Served.class, "message").channels()).containsExactly("in", "other");
        assertThat(of(Served.class, "record").channels()).containsExactly("in");
        assertThat(of(Served.class, "event").channels()).isEqualTo(java.util.Set.of());
    }

    private static IdempotentMethod of(Class<?> type, String name) {
        List<Method> methods = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .toList();
        return IdempotentMethod.of(methods.get(0));
    }
}
