package org.eeoutbox.jpa.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.eeoutbox.ReceivedEvent.Position;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalTest {

    @ParameterizedTest
    @CsvSource({
        // sequence, previous, last, new, known
        "1, 0,  , IN_ORDER, UNORDERED_DUPLICATE",
        "7, 6,  , IN_ORDER, UNORDERED_DUPLICATE",
        "7, 6, 6, IN_ORDER, LATE_DUPLICATE",
        "7, 4, 6, IN_ORDER, LATE_DUPLICATE",
        "7, 4, 4, IN_ORDER, LATE_DUPLICATE",
        "7, 6, 5, GAP,      REPEAT",
        "7,  , 5, IN_ORDER, REPEAT",
        "7, 6, 7, INVERSION, REPEAT",
        "7, 6, 9, INVERSION, LATE_DUPLICATE"
    })
    void dependsOnWhatHasComeBefore(long sequence, Long previous, Long last, Arrival asNew, Arrival asKnown) {
        Position position = new Position("/shop", "order", "o", sequence, optional(previous));
        assertThat(Arrival.ofNew(position, optional(last))).isEqualTo(asNew);
        if (last == null || last >= sequence) {
            assertThat(Arrival.ofKnown(position, optional(last))).isEqualTo(asKnown);
        }
    }

    private static OptionalLong optional(Long number) {
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }
}
