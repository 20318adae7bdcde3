package org.eeoutbox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.eeoutbox.faults.Decision.Action;
import org.eeoutbox.faults.Verdict.Finding;
import org.eeoutbox.faults.Verdict.Kind;
import org.eeoutbox.faults.Write.Answer;
import org.eeoutbox.faults.Write.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A checker that accepts a bad history is worse than none: a good one is spoilt in every way that there is. */
class CheckerTest {

    private static final Stream ALICE = new Stream("ledger", "alice");
    private static final Stream NOTES = new Stream("notes", "alice");

    private final List<Write> writes = new ArrayList<>();
    private final Map<String, Long> stored = new HashMap<>();
    private final List<Delivery> deliveries = new ArrayList<>();
    private final List<Decision> decisions = new ArrayList<>();
    private final Map<String, String> givenUp = new LinkedHashMap<>();
    private final Map<String, String> leftOver = new LinkedHashMap<>();

    static IntStream seeds() {
        return IntStream.range(0, 50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void acceptsAGoodHistory(int seed) {
        good(new Random(seed));
        Verdict verdict = verdict();
        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.events()).isEqualTo(stored.size());
        assertThat(verdict.duplicates()).isEqualTo(deliveries.size() - firsts());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rejectsALostEvent(int seed) {
        String key = any(good(new Random(seed)));
        deliveries.removeIf(delivery -> delivery.key().equals(key));
        assertThat(verdict().findings()).extracting(Finding::kind).containsExactly(Kind.LOST);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rejectsAPhantomOfARollback(int seed) {
        String key = any(good(new Random(seed)));
        stored.remove(key);
        writes.replaceAll(write -> write.events().get(0).key().equals(key)
                ? new Write(write.id(), Answer.ROLLED_BACK, write.events())
                : write);
        long arrivals = deliveries.stream().filter(d -> d.key().equals(key)).count();
        assertThat(verdict().count(Kind.PHANTOM)).isEqualTo(arrivals);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rejectsFirstDeliveriesOutOfOrder(int seed) {
        good(new Random(seed));
        deliveries.clear();
        List<Event> ordered = stored.keySet().stream()
                .map(this::event)
                .filter(event -> event.ordered() && event.stream().equals(ALICE))
                .sorted((a, b) -> stored.get(a.key()).compareTo(stored.get(b.key())))
                .toList();
        stored.keySet().retainAll(ordered.stream().map(Event::key).toList());
        int early = new Random(seed).nextInt(ordered.size() - 1);
        for (int i = 0; i < ordered.size(); i++) {
            deliver(ordered.get(i == early ? i + 1 : i == early + 1 ? i - 1 : i));
        }
        writes.replaceAll(write -> new Write(write.id(), Answer.UNKNOWN, write.events()));
        assertThat(verdict().findings()).extracting(Finding::kind).containsExactly(Kind.MISORDERED);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rejectsAnEventThatAnOutageHasPutIntoQuarantine(int seed) {
        String key = any(good(new Random(seed)));
        givenUp.put(key, "TimeoutException");
        assertThat(verdict().findings()).extracting(Finding::kind).containsExactly(Kind.QUARANTINED_BY_OUTAGE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rejectsAnAlteredPayload(int seed) {
        Random random = new Random(seed);
        good(random);
        Delivery intact = deliveries.get(random.nextInt(deliveries.size()));
        deliveries.add(new Delivery(intact.stream(), intact.key(), intact.id(), intact.sequence(), "altered", "0@999"));
        assertThat(verdict().findings()).extracting(Finding::kind).containsExactly(Kind.PHANTOM);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rejectsADuplicateWithAnotherId(int seed) {
        Random random = new Random(seed);
        good(random);
        Delivery first = deliveries.get(random.nextInt(deliveries.size()));
        deliveries.add(new Delivery(first.stream(), first.key(), "another", first.sequence(), first.digest(), "0@999"));
        assertThat(verdict().findings()).extracting(Finding::kind).containsExactly(Kind.PHANTOM);
    }

    @Test
    void rejectsADuplicateWithAnotherSequence() {
        Event event = committed(1, ALICE, true, false);
        deliver(event);
        deliveries.add(new Delivery(ALICE, event.key(), id(event), OptionalLong.of(7), event.digest(), "0@1"));
        assertThat(kinds()).containsExactly(Kind.PHANTOM);
    }

    @Test
    void rejectsWhatNobodyHasWritten() {
        deliveries.add(new Delivery(ALICE, "nobody's", "id", OptionalLong.of(1), "digest", "0@0"));
        givenUp.put("nobody's either", "RecordTooLargeException");
        assertThat(kinds()).containsExactly(Kind.PHANTOM, Kind.PHANTOM);
    }

    @Test
    void rejectsAnEventOnAnotherStream() {
        Event event = committed(1, ALICE, true, false);
        deliver(event);
        deliveries.add(new Delivery(NOTES, event.key(), id(event), OptionalLong.of(1), event.digest(), "0@1"));
        assertThat(kinds()).containsExactly(Kind.PHANTOM);
    }

    @Test
    void rejectsAnOrderedEventWithoutASequence() {
        Event event = committed(1, ALICE, true, false);
        deliver(event);
        deliveries.add(new Delivery(ALICE, event.key(), id(event), OptionalLong.empty(), event.digest(), "0@1"));
        assertThat(kinds()).containsExactly(Kind.PHANTOM);
    }

    @Test
    void rejectsSequencesThatDoNotFollowTheOrderOfCommits() {
        Event first = committed(1, ALICE, true, false);
        Event second = committed(2, ALICE, true, false);
        deliveries.add(new Delivery(ALICE, first.key(), id(first), OptionalLong.of(2), first.digest(), "0@0"));
        deliveries.add(new Delivery(ALICE, second.key(), id(second), OptionalLong.of(1), second.digest(), "0@1"));
        assertThat(kinds()).containsExactly(Kind.MISORDERED);
    }

    @Test
    void rejectsAConfirmedTransactionWhoseRowsAreGone() {
        committed(1, ALICE, true, false);
        stored.clear();
        assertThat(kinds()).containsExactly(Kind.LOST);
    }

    @Test
    void takesTheRowsForTheTruthWhereNoAnswerCame() {
        Event there = committed(1, ALICE, true, false);
        Event notThere = committed(2, ALICE, true, false);
        stored.remove(notThere.key());
        writes.replaceAll(write -> new Write(write.id(), Answer.UNKNOWN, write.events()));
        assertThat(kinds()).containsExactly(Kind.LOST);
        deliver(there);
        assertThat(kinds()).isEmpty();
        deliver(notThere);
        assertThat(kinds()).containsExactly(Kind.PHANTOM);
    }

    @Test
    void aRefusedEventMayStayAwayOnlyIfAnOperatorHasDiscardedIt() {
        Event refused = committed(1, ALICE, true, true);
        givenUp.put(refused.key(), "RecordTooLargeException");
        assertThat(kinds()).containsExactly(Kind.LOST);
        decisions.add(new Decision(Action.DISCARD, refused.key(), null));
        assertThat(kinds()).isEmpty();
        deliver(refused);
        assertThat(kinds()).containsExactly(Kind.PHANTOM);
    }

    @Test
    void aRepairedPayloadMayArriveAndNoOther() {
        Event refused = committed(1, ALICE, true, true);
        decisions.add(new Decision(Action.REPAIR, refused.key(), "repaired"));
        deliveries.add(new Delivery(ALICE, refused.key(), id(refused), OptionalLong.of(1), "repaired", "0@0"));
        assertThat(kinds()).isEmpty();
        deliveries.add(new Delivery(ALICE, refused.key(), id(refused), OptionalLong.of(1), "other", "0@1"));
        assertThat(kinds()).containsExactly(Kind.PHANTOM);
    }

    @Test
    void aHeldStreamWaitsForItsRefusedEvent() {
        Event refused = committed(1, ALICE, true, true);
        Event successor = committed(2, ALICE, true, false);
        deliver(successor);
        deliver(refused);
        assertThat(kinds()).containsExactly(Kind.MISORDERED);
    }

    @Test
    void whatWasLeftOutMayComeLate() {
        Event skipped = committed(1, ALICE, true, true);
        Event successor = committed(2, ALICE, true, false);
        deliver(successor);
        deliver(skipped);
        decisions.add(new Decision(Action.SKIP, skipped.key(), null));
        Event onAChannelThatSkips = committed(3, NOTES, true, true);
        Event next = committed(4, NOTES, true, false);
        deliver(next);
        deliver(onAChannelThatSkips);
        assertThat(kinds()).isEmpty();
    }

    @Test
    void anEventThatAnOperatorHasSkippedMayBeInQuarantine() {
        Event event = committed(1, ALICE, true, false);
        deliver(event);
        givenUp.put(event.key(), "skipped");
        assertThat(kinds()).containsExactly(Kind.QUARANTINED_BY_OUTAGE);
        decisions.add(new Decision(Action.SKIP, event.key(), null));
        assertThat(kinds()).isEmpty();
    }

    @Test
    void rejectsWhatTheOutboxKeepsForEver() {
        Event event = committed(1, ALICE, true, false);
        leftOver.put(event.key(), "outbox_event");
        assertThat(kinds()).containsExactly(Kind.LOST);
        deliver(event);
        assertThat(kinds()).containsExactly(Kind.LOST);
    }

    @Test
    void countsDuplicatesAndThoseThatComeAfterANewerEvent() {
        Event first = committed(1, ALICE, true, false);
        Event second = committed(2, ALICE, true, false);
        deliver(first);
        deliver(first);
        deliver(second);
        deliver(first);
        Verdict verdict = verdict();
        assertThat(verdict.good()).isTrue();
        assertThat(verdict.duplicates()).isEqualTo(2);
        assertThat(verdict.stale()).isEqualTo(1);
        assertThat(verdict.counts())
                .isEqualTo("events=2 lost=0 phantom=0 misordered=0 quarantined-by-outage=0 duplicates=2"
                        + " stale-after-newer=1");
    }

    /** Streams with ordered and unordered events, some transactions without an answer, some duplicates. */
    private List<String> good(Random random) {
        List<Event> events = new ArrayList<>();
        for (int number = 1; number <= 20; number++) {
            Event event = committed(number, random.nextBoolean() ? ALICE : NOTES, random.nextInt(4) > 0, false);
            events.add(event);
            deliver(event);
            if (random.nextInt(3) == 0) {
                deliver(events.get(random.nextInt(events.size())));
            }
        }
        committed(21, ALICE, true, false);
        committed(22, ALICE, true, false);
        deliver(event("event-21"));
        deliver(event("event-22"));
        return List.copyOf(stored.keySet());
    }

    private static String any(List<String> keys) {
        return keys.get(keys.size() / 2);
    }

    private Event committed(int number, Stream stream, boolean ordered, boolean refused) {
        Event event = new Event("event-" + number, stream, ordered, refused, "digest-" + number);
        Answer answer = number % 5 == 0 ? Answer.UNKNOWN : Answer.COMMITTED;
        writes.add(new Write("write-" + number, answer, List.of(event)));
        stored.put(event.key(), (long) number);
        return event;
    }

    private Event event(String key) {
        return writes.stream()
                .flatMap(write -> write.events().stream())
                .filter(event -> event.key().equals(key))
                .findAny()
                .orElseThrow();
    }

    private void deliver(Event event) {
        long number = Long.parseLong(event.key().substring("event-".length()));
        deliveries.add(new Delivery(
                event.stream(),
                event.key(),
                id(event),
                event.ordered() ? OptionalLong.of(number) : OptionalLong.empty(),
                event.digest(),
                "0@" + deliveries.size()));
    }

    private static String id(Event event) {
        return "id of " + event.key();
    }

    private long firsts() {
        return deliveries.stream().map(Delivery::key).distinct().count();
    }

    private Verdict verdict() {
        return Checker.check(
                new History(writes, stored, deliveries, decisions, givenUp, leftOver, Set.of(NOTES.channel())));
    }

    private List<Kind> kinds() {
        return verdict().findings().stream().map(Finding::kind).toList();
    }
}
