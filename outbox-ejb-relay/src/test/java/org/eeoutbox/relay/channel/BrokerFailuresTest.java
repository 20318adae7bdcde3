package org.eeoutbox.relay.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.FailureClassifier;
import org.eeoutbox.spi.FailureClassifier.Trouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BrokerFailuresTest {

    private static final OutboxEvent ANY = null;

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new RecordTooLargeException("2 MB"), Trouble.PERMANENT),
                Arguments.of(new SerializationException("no"), Trouble.PERMANENT),
                Arguments.of(new TimeoutException("expiring records"), Trouble.CHANNEL),
                Arguments.of(new NotEnoughReplicasException("1 of 2"), Trouble.CHANNEL),
                Arguments.of(new UnknownTopicOrPartitionException("orders"), Trouble.CHANNEL),
                Arguments.of(new TopicAuthorizationException("orders"), Trouble.CHANNEL),
                Arguments.of(new SaslAuthenticationException("who?"), Trouble.CHANNEL),
                Arguments.of(new InvalidTopicException("or ders"), Trouble.CHANNEL),
                Arguments.of(new OutOfOrderSequenceException("7"), Trouble.CHANNEL),
                Arguments.of(new ConnectException("refused"), Trouble.CHANNEL),
                Arguments.of(new CancelledChannelException("orders", null), Trouble.CHANNEL),
                Arguments.of(new CompletionException(new RecordTooLargeException("2 MB")), Trouble.PERMANENT),
                Arguments.of(new IllegalStateException("lost", new EOFException()), Trouble.CHANNEL),
                Arguments.of(new KafkaException("something"), Trouble.UNKNOWN),
                Arguments.of(new IllegalArgumentException("what?"), Trouble.UNKNOWN));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void knowsWhoseFaultABrokersExceptionIs(Throwable cause, Trouble expected) {
        assertThat(new BrokerFailures().classify(ANY, cause)).isEqualTo(expected);
    }

    @Test
    void asksTheApplicationFirst() {
        FailureClassifier own =
                (event, cause) -> cause instanceof IllegalArgumentException ? Trouble.PERMANENT : Trouble.UNKNOWN;
        FailureClassifier both = BrokerFailures.after(List.of(own));
        assertThat(both.classify(ANY, new IllegalArgumentException())).isEqualTo(Trouble.PERMANENT);
        assertThat(both.classify(ANY, new RecordTooLargeException())).isEqualTo(Trouble.PERMANENT);
        assertThat(both.classify(ANY, new IllegalStateException())).isEqualTo(Trouble.UNKNOWN);
    }

    @Test
    void aCircleOfCausesEnds() {
        Exception first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));
        assertThat(new BrokerFailures().classify(ANY, first)).isEqualTo(Trouble.UNKNOWN);
    }
}
