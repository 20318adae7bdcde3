package org.eeoutbox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.IntToLongFunction;
import org.eeoutbox.faults.Samples.Sample;
import org.junit.jupiter.api.Test;

class SamplesTest {

    private static final long MEGA = 1L << 20;

    @Test
    void whatGrowsAllTheTimeIsFound() {
        assertThat(samples(i -> i * 5 * MEGA).growing()).containsOnlyKeys("event");
    }

    @Test
    void whatGrowsAtFirstAndThenStaysIsFlat() {
        assertThat(samples(i -> Math.min(i, 20) * 50 * MEGA).growing()).isEmpty();
    }

    @Test
    void whatAnOutageHasMadeLargeIsForgottenIfItIsSmallAgainAtTheEnd() {
        assertThat(samples(i -> i > 20 && i < 30 ? 900 * MEGA : 100 * MEGA).growing())
                .isEmpty();
    }

    @Test
    void aLittleGrowthOfLittleIsFlat() {
        assertThat(samples(i -> i * MEGA / 5).growing()).isEmpty();
    }

    private static Samples samples(IntToLongFunction bytes) {
        Samples samples = new Samples();
        for (int i = 0; i < 60; i++) {
            samples.add(new Sample(i, 0, Map.of("event", bytes.applyAsLong(i))));
        }
        return samples;
    }
}
