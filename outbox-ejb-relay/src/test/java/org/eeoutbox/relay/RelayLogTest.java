package org.eeoutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RelayLogTest {

    @Test
    void idsAreUniqueAndInTheRelaysRange() {
        assertThat(Arrays.stream(RelayLog.values())
                        .map(message -> message.format(
                                Stream.generate(() -> "x").limit(9).toArray()))
                        .map(text -> text.substring(0, "OUTBOX-nnn ".length())))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("OUTBOX-2\\d\\d "));
    }
}
