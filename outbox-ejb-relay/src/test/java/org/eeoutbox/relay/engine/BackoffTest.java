package org.eeoutbox.relay.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    void doublesUpToTheLongestDelay() {
        Backoff longest = new Backoff(100, 5000, () -> 1.0);
        assertThat(longest.after(1)).isEqualTo(100);
        assertThat(longest.after(2)).isEqualTo(200);
        assertThat(longest.after(6)).isEqualTo(3200);
        assertThat(longest.after(7)).isEqualTo(5000);
        assertThat(longest.after(Integer.MAX_VALUE)).isEqualTo(5000);
    }

    @Test
    void isHalfJitter() {
        assertThat(new Backoff(100, 5000, () -> 0.0).after(1)).isEqualTo(50);
        assertThat(new Backoff(100, 5000, () -> 0.5).after(1)).isEqualTo(75);
    }
}
