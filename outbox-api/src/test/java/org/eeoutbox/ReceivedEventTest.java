package org.eeoutbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.eeoutbox.ReceivedEvent.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReceivedEventTest {

    private final Map<String, String> attributes = new TreeMap<>(Map.of(
            "id", "e-1",
            "source", "/shop",
            "subject", "o-7",
            "aggregatetype", "order",
            "sequence", "12",
            "previoussequence", "10"));

    @Test
    void aCloudEventOfTheOutboxHasAPosition() {
        ReceivedEvent event = read();
        assertThat(event.id()).isEqualTo("e-1");
        assertThat(event.position()).contains(new Position("/shop", "order", "o-7", 12, OptionalLong.of(10)));
    }

    @ParameterizedTest
    @CsvSource({"sequence,", "sequence,A0003", "subject,"})
    void withoutANumberOrASubjectThereIsNoPosition(String attribute, String value) {
        attributes.remove(attribute);
        if (value != null) {
            attributes.put(attribute, value);
        }
        assertThat(read().position()).isEmpty();
    }

    @Test
    void whatIsTooLongForTheTableHasNoPosition() {
        attributes.put("subject", "x".repeat(256));
        assertThat(read().position()).isEmpty();
    }

    @Test
    void anEventOfSomebodyElseMayLackSourceTypeAndPredecessor() {
        attributes.keySet().removeAll(java.util.Set.of("source", "aggregatetype", "previoussequence"));
        assertThat(read().position()).contains(new Position("", "", "o-7", 12, OptionalLong.empty()));
    }

    @Test
    void withoutAnIdThereIsNoEvent() {
        attributes.remove("id");
        assertThat(ReceivedEvent.ofCloudEvent(attributes::get)).isEmpty();
    }

    @Test
    void anIdThatTheTableCannotKeepIsRefused() {
        assertThatThrownBy(() -> ReceivedEvent.of("x".repeat(256)))
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("256 characters");
        assertThatThrownBy(() -> ReceivedEvent.of(" ")).isInstanceOf(OutboxMessageException.class);
    }

    private ReceivedEvent read() {
        return ReceivedEvent.ofCloudEvent(attributes::get).orElseThrow();
    }
}
