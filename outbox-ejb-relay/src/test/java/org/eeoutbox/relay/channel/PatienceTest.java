package org.eeoutbox.relay.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PatienceTest {

    private final AtomicLong now = new AtomicLong(-5);
    private final Patience patience = new Patience(Duration.ofSeconds(10), now::get);

    private boolean endsAfter(int seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
        return patience.endsBefore();
    }

    @Test
    void endsWhenNothingIsAnsweredForTooLong() {
        assertThat(endsAfter(0)).isFalse();
        assertThat(endsAfter(10)).isFalse();
        assertThat(endsAfter(1)).isTrue();
    }

    @Test
    void silenceThatNobodyBrokeIsNoSilence() {
        assertThat(endsAfter(0)).isFalse();
        patience.answered();
        assertThat(endsAfter(1000)).isFalse();
    }

    @Test
    void anyAnswerIsASign() {
        endsAfter(0);
        endsAfter(9);
        patience.answered();
        assertThat(endsAfter(9)).isFalse();
        assertThat(endsAfter(2)).isTrue();
    }

    @Test
    void doublesUntilThereIsAnAnswer() {
        endsAfter(0);
        assertThat(endsAfter(11)).isTrue();
        assertThat(endsAfter(11)).isFalse();
        assertThat(endsAfter(10)).isTrue();
        patience.answered();
        endsAfter(0);
        assertThat(endsAfter(11)).isTrue();
    }

    @Test
    void doublesUpToAnHour() {
        endsAfter(0);
        for (int i = 0; i < 20; i++) {
            endsAfter(3601);
        }
        assertThat(endsAfter(3601)).isTrue();
    }
}
