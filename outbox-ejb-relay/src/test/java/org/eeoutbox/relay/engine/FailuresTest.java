package org.eeoutbox.relay.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.FailureClassifier;
import org.eeoutbox.spi.FailureClassifier.Trouble;
import org.eeoutbox.spi.OutboxStore.Claimed;
import org.eeoutbox.spi.OutboxStore.RowFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {

    private final OutboxEvent event = new InMemoryStore(System::nanoTime).append(RelayFixture.SHARD, "a");

    /** What an application may do wrong. */
    static Stream<FailureClassifier> classifiers() {
        return Stream.of(
                (event, cause) -> null,
                (event, cause) -> {
                    throw new IllegalStateException("It does not know either.");
                },
                (event, cause) -> {
                    throw (RuntimeException) cause;
                },
                (event, cause) -> {
                    throw new NoClassDefFoundError("org/acme/Missing");
                });
    }

    @ParameterizedTest
    @MethodSource("classifiers")
    void aClassifierWithoutAnAnswerSaysNothing(FailureClassifier classifier) {
        assertThat(failures(classifier).sort(event, new IllegalStateException("refused")))
                .isEqualTo(Trouble.UNKNOWN);
    }

    @Test
    void anExceptionThatCannotSayWhatItIsIsCalledByItsClass() {
        Throwable mute = new RuntimeException() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }
        };
        assertThat(failures((event, cause) -> Trouble.EVENT)
                        .attempt(new Row(event), mute, false)
                        .error())
                .isEqualTo(mute.getClass().getName());
    }

    private static Failures failures(FailureClassifier classifier) {
        return new Failures(classifier, RelayFixture.CONFIG, new Backoff(1, 1, () -> 0));
    }

    private record Row(OutboxEvent event) implements Claimed {
        @Override
        public int attempts() {
            return 0;
        }

        @Override
        public Optional<RowFault> fault() {
            return Optional.empty();
        }
    }
}
