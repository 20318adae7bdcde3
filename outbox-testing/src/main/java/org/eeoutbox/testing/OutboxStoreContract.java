package org.eeoutbox.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
import org.eeoutbox.spi.OutboxStore.Claimed;
import org.eeoutbox.spi.OutboxStore.Failed;
import org.eeoutbox.spi.OutboxStore.Limits;
import org.eeoutbox.spi.OutboxStore.Outcome;
import org.eeoutbox.spi.ShardId;
import org.junit.jupiter.api.Test;

/** What every store must do. A subclass puts rows into its tables and looks at them. */
public abstract class OutboxStoreContract {

    /** More than any test here needs. */
    protected static final Limits LIMITS = new Limits(100, 1_000_000, Duration.ofSeconds(30));

    /** Where most tests put their rows. */
    protected static final ShardId SHARD = new ShardId("orders", 3);

    private static final Optional<Duration> LATER = Optional.of(Duration.ofHours(1));
    private static final Optional<Duration> NEVER = Optional.empty();

    /** A store of the channels orders and billing, open, whose tables were empty when the test began. */
    protected abstract OutboxStore store();

    /** Another node's store on the same tables. */
    protected abstract OutboxStore another();

    /** Adds an unpublished row; unordered without a sequence, a tombstone without a payload. */
    protected abstract void put(ShardId shard, String aggregateId, Integer sequence, String payload);

    /** Makes the unpublished row with this payload unreadable. */
    protected abstract void corrupt(String payload);

    /** Makes the unpublished row with this payload one that a newer release has written. */
    protected abstract void makeNewer(String payload);

    /** Lets the time of all waiting rows come that have one. */
    protected abstract void letWaitingBeDue();

    /** Does what an operator does. */
    protected abstract void pause(String channel, boolean paused);

    /** The payloads of the rows that wait, in order of position. */
    protected abstract List<String> waiting();

    /** The payloads of the rows in quarantine, in order of position. */
    protected abstract List<String> quarantined();

    /** What is written down about the only failure. */
    protected abstract String lastError();

    /** The attempts of the only failed event. */
    protected abstract int attempts();

    @Test
    public void pendingAreTheShardsWithRowsOfTheChannelsAskedFor() {
        put(SHARD, "a", 1, "x");
        put(new ShardId("orders", 5), "b", 1, "x");
        put(new ShardId("billing", 0), "c", 1, "x");
        assertThat(store().pending(Set.of("orders"))).containsExactlyInAnyOrder(SHARD, new ShardId("orders", 5));
        assertThat(store().pending(Set.of("orders", "billing"))).hasSize(3);
        assertThat(store().pending(Set.of())).isEmpty();
    }

    @Test
    public void aClaimReadsItsShardInOrderOfPosition() {
        for (int i = 1; i <= 20; i++) {
            put(SHARD, "a" + i % 3, i, "e" + i);
            put(new ShardId("orders", 4), "z", i, "other shard");
        }
        try (Claim claim = store().claim(SHARD, LIMITS).orElseThrow()) {
            assertThat(claim.events())
                    .extracting(OutboxStoreContract::text)
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, 20).mapToObj(i -> "e" + i).toList());
            assertThat(claim.more()).isFalse();
        }
    }

    @Test
    public void aClaimEndsAtTheLimitOfRows() {
        for (int i = 1; i <= 5; i++) {
            put(SHARD, "a", i, "e" + i);
        }
        try (Claim claim = store().claim(SHARD, new Limits(3, 1_000_000, Duration.ofSeconds(30)))
                .orElseThrow()) {
            assertThat(claim.events()).hasSize(3);
            assertThat(claim.more()).isTrue();
        }
    }

    @Test
    public void aClaimEndsAtTheLimitOfBytesButNeverBeforeItsFirstEvent() {
        put(SHARD, "a", 1, "x".repeat(5000));
        put(SHARD, "a", 2, "x".repeat(600));
        put(SHARD, "a", 3, "x");
        try (Claim claim = store().claim(SHARD, new Limits(3, 1000, Duration.ofSeconds(30)))
                .orElseThrow()) {
            assertThat(claim.events()).hasSize(1);
            assertThat(claim.more()).isTrue();
        }
        try (Claim claim = store().claim(SHARD, new Limits(3, 5100, Duration.ofSeconds(30)))
                .orElseThrow()) {
            assertThat(claim.events()).hasSize(2);
            assertThat(claim.more()).isTrue();
        }
    }

    @Test
    public void aShardIsClaimedByOneAtATimeAndTheOthersStayFree() {
        put(SHARD, "a", 1, "x");
        put(new ShardId("orders", 4), "b", 1, "x");
        try (Claim claim = store().claim(SHARD, LIMITS).orElseThrow()) {
            assertThat(claim.events()).hasSize(1);
            assertThat(another().claim(SHARD, LIMITS)).isEmpty();
            Optional<Claim> other = another().claim(new ShardId("orders", 4), LIMITS);
            assertThat(other).isPresent();
            other.get().close();
        }
        Optional<Claim> after = store().claim(SHARD, LIMITS);
        assertThat(after).isPresent();
        after.get().close();
    }

    @Test
    public void whatIsSettledIsGoneAndTheRestStaysPending() {
        for (int i = 1; i <= 4; i++) {
            put(SHARD, "a", i, "e" + i);
        }
        Claim claim = store().claim(SHARD, LIMITS).orElseThrow();
        assertThat(claim.settle(Outcome.published(
                        List.of(claim.events().get(0), claim.events().get(2)))))
                .isEqualTo(2);
        claim.close();
        try (Claim again = store().claim(SHARD, LIMITS).orElseThrow()) {
            assertThat(again.events()).extracting(OutboxStoreContract::text).containsExactly("e2", "e4");
        }
    }

    @Test
    public void aClosedClaimLeavesEverythingPending() {
        put(SHARD, "a", 1, "x");
        store().claim(SHARD, LIMITS).orElseThrow().close();
        assertThat(store().pending(Set.of("orders"))).containsExactly(SHARD);
    }

    @Test
    public void settlingAgainCountsOnlyWhatWasStillPending() {
        put(SHARD, "a", 1, "x");
        put(SHARD, "a", 2, "y");
        Claim claim = store().claim(SHARD, LIMITS).orElseThrow();
        List<Claimed> events = claim.events();
        assertThat(claim.settle(Outcome.published(events.subList(0, 1)))).isEqualTo(1);
        assertThat(store().settle(SHARD, Outcome.published(events))).isEqualTo(1);
        assertThat(store().settle(SHARD, Outcome.published(events))).isZero();
        assertThat(store().settle(SHARD, Outcome.NONE)).isZero();
    }

    @Test
    public void aTombstoneAnEmptyPayloadAndAnUnorderedEventAreToldApart() {
        put(SHARD, "a", 1, null);
        put(SHARD, "a", 2, "");
        put(SHARD, "a", null, "x");
        try (Claim claim = store().claim(SHARD, LIMITS).orElseThrow()) {
            List<OutboxEvent> events =
                    claim.events().stream().map(Claimed::event).toList();
            assertThat(events.get(0).message().payload()).isEmpty();
            assertThat(events.get(0).previousSequence()).isEqualTo(OptionalLong.of(0));
            assertThat(events.get(1).message().payload()).contains(new byte[0]);
            assertThat(events.get(2).sequence()).isEmpty();
            assertThat(events.get(2).message().ordered()).isFalse();
        }
    }

    @Test
    public void aFailedEventWaitsWithItsSuccessorsAndTheyLeaveInOrder() {
        for (int i = 1; i <= 3; i++) {
            put(SHARD, "a", i, "a" + i);
        }
        put(SHARD, "b", 1, "b1");
        Claim claim = claim();
        claim.settle(new Outcome(claimed(claim, "b1"), List.of(failed(claim, "a1", LATER, true))));
        assertThat(waiting()).containsExactly("a1");
        assertThat(attempts()).isEqualTo(1);
        assertThat(lastError()).isEqualTo("refused");

        assertThat(texts(claim = claim())).isEmpty();
        assertThat(claim.more()).isTrue();
        claim.settle(Outcome.NONE);
        assertThat(waiting()).containsExactly("a1", "a2", "a3");
        assertThat(store().pending(Set.of("orders"))).isEmpty();

        put(SHARD, "a", 4, "a4");
        letWaitingBeDue();
        assertThat(store().pending(Set.of("orders"))).containsExactly(SHARD);
        claim = claim();
        assertThat(texts(claim)).containsExactly("a1");
        assertThat(claim.events().get(0).attempts()).isEqualTo(1);
        claim.settle(Outcome.published(claim.events()));
        assertThat(waiting()).isEmpty();
        assertThat(texts(claim = claim())).containsExactly("a2", "a3", "a4");
        claim.settle(Outcome.published(claim.events()));
        assertThat(store().pending(Set.of("orders"))).isEmpty();
    }

    @Test
    public void attemptsAddUpUntilTheEventIsGivenUpAndItsSuccessorsAreHeld() {
        put(SHARD, "a", 1, "a1");
        put(SHARD, "a", 2, "a2");
        Claim claim = claim();
        claim.settle(new Outcome(List.of(), List.of(failed(claim, "a1", LATER, true))));
        letWaitingBeDue();
        claim = claim();
        claim.settle(new Outcome(List.of(), List.of(failed(claim, "a1", LATER, true))));
        assertThat(attempts()).isEqualTo(2);
        letWaitingBeDue();
        claim = claim();
        claim.settle(new Outcome(List.of(), List.of(failed(claim, "a1", NEVER, true))));

        assertThat(quarantined()).containsExactly("a1");
        assertThat(attempts()).isEqualTo(3);
        assertThat(waiting()).containsExactly("a2");
        put(SHARD, "a", 3, "a3");
        assertThat(texts(claim = claim())).isEmpty();
        claim.settle(Outcome.NONE);
        assertThat(waiting()).containsExactly("a2", "a3");
    }

    @Test
    public void successorsOfASkippedEventLeaveAndAnnounceNoGap() {
        for (int i = 1; i <= 4; i++) {
            put(SHARD, "a", i, "a" + i);
        }
        Claim claim = claim();
        claim.settle(new Outcome(claimed(claim, "a1"), List.of(failed(claim, "a2", NEVER, false))));
        assertThat(quarantined()).containsExactly("a2");

        claim = claim();
        assertThat(texts(claim)).containsExactly("a3", "a4");
        assertThat(claim.events().get(0).event().previousSequence()).isEqualTo(OptionalLong.of(1));
        assertThat(claim.events().get(1).event().previousSequence()).isEqualTo(OptionalLong.of(3));
        claim.settle(new Outcome(List.of(), List.of(failed(claim, "a3", NEVER, false))));

        claim = claim();
        assertThat(texts(claim)).containsExactly("a4");
        assertThat(claim.events().get(0).event().previousSequence()).isEqualTo(OptionalLong.of(1));
        claim.settle(Outcome.published(claim.events()));
        put(SHARD, "a", 5, "a5");
        claim = claim();
        assertThat(claim.events().get(0).event().previousSequence()).isEqualTo(OptionalLong.of(4));
        claim.close();
    }

    /** As when a crash of the database has undone the settlement of what came before. */
    @Test
    public void anEventThatComesBackDoesNotHideThatALaterOneWasLeftOut() {
        for (int i = 1; i <= 3; i++) {
            put(SHARD, "a", i, "a" + i);
        }
        Claim claim = claim();
        claim.settle(new Outcome(List.of(), List.of(failed(claim, "a2", NEVER, false))));
        claim = claim();
        assertThat(texts(claim)).containsExactly("a1", "a3");
        claim.settle(new Outcome(List.of(), List.of(failed(claim, "a1", LATER, true))));
        letWaitingBeDue();
        claim = claim();
        claim.settle(Outcome.published(claimed(claim, "a1")));
        try (Claim last = claim()) {
            assertThat(texts(last)).containsExactly("a3");
            assertThat(last.events().get(0).event().previousSequence()).isEqualTo(OptionalLong.of(1));
        }
    }

    @Test
    public void anUnorderedEventFailsOnItsOwn() {
        put(SHARD, "a", null, "u1");
        put(SHARD, "a", null, "u2");
        put(SHARD, "a", 1, "a1");
        Claim claim = claim();
        claim.settle(new Outcome(claimed(claim, "u2"), List.of(failed(claim, "u1", LATER, true))));
        assertThat(texts(claim = claim())).containsExactly("a1");
        claim.settle(Outcome.published(claim.events()));
        letWaitingBeDue();
        claim = claim();
        assertThat(texts(claim)).containsExactly("u1");
        claim.settle(new Outcome(List.of(), List.of(failed(claim, "u1", NEVER, true))));
        assertThat(quarantined()).containsExactly("u1");
        assertThat(waiting()).isEmpty();
    }

    @Test
    public void anUnreadableRowIsToldAndGivenUpAsItIs() {
        put(SHARD, "a", 1, "a1");
        put(SHARD, "a", 2, "a2");
        put(SHARD, "b", 1, "b1");
        corrupt("a1");
        Claim claim = claim();
        Claimed broken = claim.events().get(0);
        assertThat(broken.fault()).hasValueSatisfying(fault -> {
            assertThat(fault.newer()).isFalse();
            assertThat(fault.reason()).isNotBlank();
        });
        assertThat(texts(claim)).contains("a2", "b1");
        claim.settle(new Outcome(
                claimed(claim, "b1"), List.of(new Failed(broken, true, "unreadable", "headers", NEVER, true))));
        assertThat(quarantined()).containsExactly("a1");
        assertThat(texts(claim = claim())).isEmpty();
        claim.settle(Outcome.NONE);
        assertThat(waiting()).containsExactly("a2");
    }

    @Test
    public void aRowOfANewerReleaseIsToldAndWaitsWithoutAnAttempt() {
        put(SHARD, "a", 1, "a1");
        makeNewer("a1");
        Claim claim = claim();
        Claimed newer = claim.events().get(0);
        assertThat(newer.fault())
                .hasValueSatisfying(fault -> assertThat(fault.newer()).isTrue());
        claim.settle(
                new Outcome(List.of(), List.of(new Failed(newer, false, "newer-format", "format 2", LATER, true))));
        assertThat(waiting()).containsExactly("a1");
        assertThat(attempts()).isZero();
        letWaitingBeDue();
        claim = claim();
        assertThat(claim.events().get(0).fault()).isPresent();
        claim.close();
    }

    @Test
    public void aPausedChannelIsNeitherPendingNorClaimed() {
        put(SHARD, "a", 1, "a1");
        pause("orders", true);
        assertThat(store().pending(Set.of("orders"))).isEmpty();
        assertThat(store().claim(SHARD, LIMITS)).isEmpty();
        pause("orders", false);
        assertThat(store().pending(Set.of("orders"))).containsExactly(SHARD);
        claim().close();
    }

    @Test
    public void aLateFailureCountsOnlyIfNobodyElseHasPublishedOrTriedTheEvent() {
        put(SHARD, "a", 1, "a1");
        put(SHARD, "b", 1, "b1");
        put(SHARD, "c", 1, "c1");
        Claim late = claim();
        Outcome failures = new Outcome(
                List.of(),
                List.of(
                        failed(late, "a1", LATER, true),
                        failed(late, "b1", LATER, true),
                        failed(late, "c1", LATER, true)));
        late.close();
        Claim other = another().claim(SHARD, LIMITS).orElseThrow();
        other.settle(new Outcome(claimed(other, "b1"), List.of(failed(other, "c1", LATER, true))));

        assertThat(store().settle(SHARD, failures)).isZero();
        assertThat(waiting()).containsExactly("a1", "c1");
        assertThat(attempts()).isEqualTo(1);
    }

    @Test
    public void aLateConfirmationOfATriedAgainEventFreesItsAggregate() {
        put(SHARD, "a", 1, "a1");
        put(SHARD, "a", 2, "a2");
        Claim claim = claim();
        claim.settle(new Outcome(List.of(), List.of(failed(claim, "a1", LATER, true))));
        claim().settle(Outcome.NONE);
        letWaitingBeDue();
        Claim late = claim();
        List<Claimed> events = late.events();
        late.close();
        assertThat(store().settle(SHARD, Outcome.published(events))).isEqualTo(1);
        assertThat(waiting()).isEmpty();
        claim = claim();
        assertThat(texts(claim)).containsExactly("a2");
        claim.close();
    }

    @Test
    public void whatStandsBehindAnEventThatIsPublishedInTheSameClaimReturns() {
        put(SHARD, "a", 1, "a1");
        Claim claim = claim();
        claim.settle(new Outcome(List.of(), List.of(failed(claim, "a1", LATER, true))));
        put(SHARD, "a", 2, "a2");
        letWaitingBeDue();
        claim = claim();
        assertThat(texts(claim)).containsExactly("a1");
        claim.settle(Outcome.published(claim.events()));
        assertThat(waiting()).isEmpty();
        claim = claim();
        assertThat(texts(claim)).containsExactly("a2");
        claim.close();
    }

    @Test
    public void failuresInGreatNumberLeaveRoomForOthers() {
        for (int i = 0; i < 10; i++) {
            put(SHARD, "a" + i, 1, "a" + i);
        }
        Claim claim = claim();
        List<Failed> failures = new ArrayList<>();
        claim.events().forEach(each -> failures.add(new Failed(each, true, "kind", "refused", LATER, true)));
        claim.settle(new Outcome(List.of(), failures));
        letWaitingBeDue();
        put(SHARD, "b", 1, "b1");
        claim = store().claim(SHARD, new Limits(10, 1_000_000, Duration.ofSeconds(30)))
                .orElseThrow();
        assertThat(texts(claim)).hasSize(6).contains("b1");
        assertThat(claim.more()).isTrue();
        claim.close();
    }

    private Claim claim() {
        return store().claim(SHARD, LIMITS).orElseThrow();
    }

    private static List<Claimed> claimed(Claim claim, String payload) {
        return claim.events().stream()
                .filter(each -> text(each).equals(payload))
                .toList();
    }

    private static Failed failed(Claim claim, String payload, Optional<Duration> retryAfter, boolean hold) {
        return new Failed(claimed(claim, payload).get(0), true, "Kind", "refused", retryAfter, hold);
    }

    private static List<String> texts(Claim claim) {
        return claim.events().stream().map(OutboxStoreContract::text).toList();
    }

    private static String text(Claimed claimed) {
        return claimed.event()
                .message()
                .payload()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElse("");
    }
}
