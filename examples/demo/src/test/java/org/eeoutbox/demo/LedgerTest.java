package org.eeoutbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final long SECOND = 1_000_000_000L;

    private final Ledger ledger = new Ledger();
    private final Map<UUID, Integer> invoices = new HashMap<>();
    private int placed;

    @Test
    void findsNothingWrongWithEverythingInOrder() {
        deliver("a", 1, place("a"));
        deliver("b", 1, place("b"));
        deliver("a", 2, place("a"));

        Verdict verdict = ledger.verdict();

        assertThat(verdict.good()).isTrue();
        assertThat(verdict.line())
                .isEqualTo("demo: placed=3 delivered=3 duplicates=0 out-of-order=0 lost=0 p50=1000.0ms p99=1000.0ms"
                        + " effects=3 effect-duplicates=0");
    }

    @Test
    void countsTheSameEventAgainAsDuplicateAndNothingElse() {
        UUID order = place("a");
        deliver("a", 1, order);
        deliver("a", 2, place("a"));
        deliver("a", 1, order);

        assertThat(ledger.verdict())
                .extracting(Verdict::duplicates, Verdict::outOfOrder, Verdict::lost)
                .containsExactly(1, 0, 0);
    }

    @Test
    void countsAnEventThatOvertookAsOutOfOrder() {
        UUID first = place("a");
        deliver("a", 2, place("a"));
        deliver("a", 1, first);

        Verdict verdict = ledger.verdict();

        assertThat(verdict.outOfOrder()).isEqualTo(2);
        assertThat(verdict.lost()).isZero();
        assertThat(verdict.good()).isFalse();
    }

    @Test
    void countsSequencesThatContradictTheOrderOfPlacingAsOutOfOrder() {
        UUID first = place("a");
        deliver("a", 1, place("a"));
        deliver("a", 2, first);

        assertThat(ledger.verdict().outOfOrder()).isEqualTo(1);
    }

    @Test
    void countsAMissingEventOnceThoughItIsAlsoAGap() {
        place("a");
        deliver("a", 2, place("a"));

        assertThat(ledger.complete()).isFalse();
        assertThat(ledger.verdict().lost()).isEqualTo(1);
    }

    @Test
    void countsAMissingEventThatNothingFollows() {
        place("a");

        Verdict verdict = ledger.verdict();

        assertThat(verdict.lost()).isEqualTo(1);
        assertThat(verdict.delivered()).isZero();
    }

    @Test
    void welcomesAnOrderOfUnknownOutcomeAndMissesItOnlyIfItLeftAGap() {
        deliver("a", 1, UUID.randomUUID());
        deliver("a", 2, place("a"));
        assertThat(ledger.verdict().good()).isTrue();
        assertThat(ledger.verdict().placed()).isEqualTo(1);

        deliver("a", 4, place("a"));
        assertThat(ledger.verdict().lost()).isEqualTo(1);
    }

    @Test
    void takesAnEventUnderAForeignKeyForLost() {
        deliver("b", 1, place("a"));

        assertThat(ledger.verdict().lost()).isEqualTo(1);
    }

    @Test
    void countsAnEventSeenBeforeTheAnswerAsImmediate() {
        UUID order = UUID.randomUUID();
        ledger.delivered(new Delivery("event", "a", 1, order, 5));
        ledger.placed(new Placement(order, "a", 0, 10));

        assertThat(ledger.verdict().p99()).isZero();
    }

    @Test
    void missesAnEffectAndCountsWhatIsTooMuch() {
        UUID order = place("a");
        deliver("a", 1, order);
        ledger.effects(Map.of());
        assertThat(ledger.complete()).isFalse();
        assertThat(ledger.verdict().good()).isFalse();

        ledger.effects(Map.of(order, 3));
        assertThat(ledger.complete()).isTrue();
        assertThat(ledger.verdict().effects()).isEqualTo(1);
        assertThat(ledger.verdict().effectDuplicates()).isEqualTo(2);
        assertThat(ledger.verdict().good()).isFalse();
    }

    private UUID place(String customer) {
        UUID order = UUID.randomUUID();
        ledger.placed(new Placement(order, customer, placed++, 0));
        return order;
    }

    private void deliver(String customer, long sequence, UUID order) {
        ledger.delivered(new Delivery(customer + sequence, customer, sequence, order, SECOND));
        invoices.put(order, 1);
        ledger.effects(Map.copyOf(invoices));
    }
}
