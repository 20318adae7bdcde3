package org.eeoutbox.relay.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.spi.OutboxStore.Claimed;
import org.eeoutbox.spi.OutboxStore.Failed;
import org.eeoutbox.spi.OutboxStore.Outcome;

/**
 * The events of one claim, as chains: one for the ordered events of each aggregate, and one for each unordered event.
 * It outlives its claim as long as answers are missing or outcomes are not settled. Used by one worker's thread.
 */
final class Batch {

    private record Aggregate(String type, String id) {

        static Aggregate of(OutboxMessage message) {
            return new Aggregate(message.aggregateType(), message.aggregateId());
        }
    }

    final Shard shard;

    /** When the last send may begin and the claim has to end. */
    final long deadline;

    private final List<Send> heads = new ArrayList<>();
    private final List<Claimed> published = new ArrayList<>();
    private final List<Failed> failed = new ArrayList<>();
    private boolean open = true;
    private boolean more = true;
    private int unsent;
    private int unanswered;
    private int confirmed;
    private int undecided;
    private boolean channelTrouble;
    private long heldBytes;
    private Throwable lastFailure;

    /** Settlements in a row that failed, and when to try the next. */
    int settleFailures;

    long settleAt;

    Batch(Shard shard, long deadline) {
        this.shard = shard;
        this.deadline = deadline;
    }

    /**
     * Makes the chains. A row with a fault ends its aggregate's chain; what comes behind it stays for a later claim, and
     * so does the row itself unless nothing is before it: its predecessors have to be decided first.
     */
    void load(List<Claimed> events, Function<Claimed, Send> sends, Function<Claimed, Failed> faults) {
        Map<Aggregate, Send> lastOf = new HashMap<>();
        Set<Aggregate> ended = new HashSet<>();
        for (Claimed claimed : events) {
            OutboxEvent event = claimed.event();
            Aggregate aggregate = event.sequence().isEmpty() ? null : Aggregate.of(event.message());
            if (claimed.fault().isEmpty() && !ended.contains(aggregate)) {
                chain(sends.apply(claimed), aggregate, lastOf);
                unsent++;
            } else if (aggregate == null || ended.add(aggregate) && !lastOf.containsKey(aggregate)) {
                failed.add(faults.apply(claimed));
            } else {
                unsent++;
            }
        }
    }

    private void chain(Send send, Aggregate aggregate, Map<Aggregate, Send> lastOf) {
        Send before = aggregate == null ? null : lastOf.put(aggregate, send);
        if (before == null) {
            heads.add(send);
        } else {
            before.successor = send;
        }
    }

    List<Send> heads() {
        return heads;
    }

    boolean maySend(long now) {
        return open && deadline - now > 0;
    }

    void sent(Send send) {
        unsent--;
        unanswered++;
        heldBytes += send.event.message().payloadSize();
    }

    void confirmed(Send send) {
        unanswered--;
        confirmed++;
        published.add(send.claimed);
    }

    /** The event's own fault: it is settled as failed. */
    void failed(Send send, Failed failure) {
        unanswered--;
        failed.add(failure);
        heldBytes -= send.event.message().payloadSize();
    }

    /** A failure that does not count against the event, or not yet: it stays as it is. */
    void undecided(Send send, Throwable cause, boolean channelsFault) {
        unanswered--;
        undecided++;
        channelTrouble |= channelsFault;
        lastFailure = cause;
        heldBytes -= send.event.message().payloadSize();
    }

    /** No send begins from here on. */
    void close() {
        open = false;
        heads.clear();
    }

    /** Everything was read that there was, and what was read has been offered: only failures leave work behind. */
    void readToEnd(boolean moreBehind) {
        more = moreBehind;
    }

    Outcome outcome() {
        return new Outcome(List.copyOf(published), List.copyOf(failed));
    }

    boolean isUnsettled() {
        return !published.isEmpty() || !failed.isEmpty();
    }

    void settled() {
        for (Claimed claimed : published) {
            heldBytes -= claimed.event().message().payloadSize();
        }
        published.clear();
        failed.clear();
        settleFailures = 0;
    }

    boolean isDone() {
        return unanswered == 0 && !isUnsettled();
    }

    int unanswered() {
        return unanswered;
    }

    int heldEvents() {
        return unanswered + published.size() + failed.size();
    }

    long heldBytes() {
        return heldBytes;
    }

    boolean nothingConfirmed() {
        return confirmed == 0;
    }

    boolean hasUndecided() {
        return undecided > 0;
    }

    boolean hasChannelTrouble() {
        return channelTrouble;
    }

    Throwable lastFailure() {
        return lastFailure;
    }

    boolean hasMoreWork() {
        return more || unsent > 0 || undecided > 0;
    }
}
