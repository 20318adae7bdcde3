package org.eeoutbox.jpa.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eeoutbox.OutboxMessage;
import org.junit.jupiter.api.Test;

class PendingEventTest {

    @Test
    void anAggregateStaysInItsShardInEveryReleaseAndJvm() {
        assertThat(shard("order", "4711")).isEqualTo(6);
        assertThat(shard("customer", "é 漢 🎉")).isEqualTo(6);
    }

    @Test
    void idsThatDifferLittleAreSpreadOverAllShards() {
        Map<Integer, Long> counts = IntStream.range(0, 8000)
                .mapToObj(i -> shard("customer", "customer-" + i))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(counts).hasSize(8);
        assertThat(counts.values()).allMatch(count -> count > 800 && count < 1200);
    }

    private static int shard(String type, String id) {
        return PendingEvent.of(OutboxMessage.about(type, id).type("t").build(), "c", 8, TraceContext.NONE)
                .shard()
                .shard();
    }
}
