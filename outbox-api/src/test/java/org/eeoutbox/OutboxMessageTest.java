package org.eeoutbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxMessageTest {

    @Test
    void keepsThePayloadWhateverHappensToTheArraysAround() {
        byte[] bytes = "é 漢 🎉".getBytes(StandardCharsets.UTF_8);
        byte[] original = bytes.clone();
        OutboxMessage message = message().payload(bytes).build();

        bytes[0] = 'x';
        message.payload().orElseThrow()[0] = 'y';

        assertThat(message.payload()).contains(original);
        assertThat(message.payloadSize()).isEqualTo(original.length);
    }

    @Test
    void isATombstoneWithoutAPayload() {
        assertThat(message().build().payload()).isEmpty();
        assertThat(message().build().payloadSize()).isZero();
    }

    @Test
    void isNotATombstoneWithAnEmptyPayload() {
        assertThat(message().payload(new byte[0]).build().payload()).contains(new byte[0]);
    }

    @Test
    void doesNotShowPayloadOrHeadersInItsText() {
        assertThat(message()
                        .json("{\"pin\":\"s3cret\"}")
                        .header("token", "t0ken")
                        .build()
                        .toString())
                .contains("order.placed")
                .doesNotContain("s3cret")
                .doesNotContain("t0ken");
    }

    @ParameterizedTest
    @CsvSource({"'',blank", "'  ',blank", ",null"})
    void refusesAnAggregateIdThatSaysNothing(String id, String why) {
        assertThatThrownBy(() ->
                        OutboxMessage.about("order", id).type("order.placed").build())
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("aggregate id")
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\ud83c", "\udf89x"})
    void refusesTextThatADatabaseOrUtf8CannotHold(String id) {
        assertThatThrownBy(() ->
                        OutboxMessage.about("order", id).type("order.placed").build())
                .isInstanceOf(OutboxMessageException.class);
    }

    @Test
    void acceptsTextUpToItsLimitAndNoFurther() {
        String longest = "x".repeat(OutboxMessage.MAX_AGGREGATE_ID);
        assertThat(OutboxMessage.about("order", longest).type("t").build().aggregateId())
                .isEqualTo(longest);
        assertThatThrownBy(() ->
                        OutboxMessage.about("order", longest + "x").type("t").build())
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("256")
                .hasMessageContaining("255");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ce_id", "", " a", "a b", "é", "a:b", "Content-Type"})
    void refusesHeaderNamesThatCannotTravel(String name) {
        assertThatThrownBy(() -> message().header(name, "v"))
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("'" + name + "'");
    }

    @Test
    void refusesAHeaderWithoutAValue() {
        assertThatThrownBy(() -> message().header("a", null)).isInstanceOf(OutboxMessageException.class);
    }

    @Test
    void refusesJsonThatHasNoUtf8Form() {
        assertThatThrownBy(() -> message().json("\"\ud83c\"")).isInstanceOf(OutboxPayloadException.class);
    }

    @Test
    void refusesAVersionBelowOne() {
        assertThatThrownBy(() -> message().version(0).build())
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("order.placed");
    }

    private static OutboxMessage.Builder message() {
        return OutboxMessage.about("order", "4711").type("order.placed");
    }

    @Test
    void onlyAnUnorderedEventCanBeDelayed() {
        Instant later = Instant.parse("2030-01-01T00:00:00Z");
        OutboxMessage.Builder builder =
                OutboxMessage.about("order", "1").type("order.reminder").availableAt(later);
        assertThatThrownBy(builder::build)
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("'order.reminder'")
                .hasMessageContaining("unordered()");
        assertThat(builder.unordered().build().availableAt()).contains(later);
    }
}
