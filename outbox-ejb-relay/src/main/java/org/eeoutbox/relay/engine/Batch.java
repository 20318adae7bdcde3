package org.eeoutbox.relay.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eeoutbox.OutboxEvent;

/**
 * The events of one claim, as chains: one for the ordered events of each aggregate, and one for each unordered event.
 * It outlives its claim as long as answers are missing or confirmed events are not settled. Used by one worker's thread.
 */
final class Batch {

    private record Aggregate(String type, String id) {}

    final Shard shard;

    /** When the last send may begin and the claim has to end. */
    final long deadline;

    private final List<Send> heads = new ArrayList<>();
    private final List<OutboxEvent> unsettled = new ArrayList<>();
    private boolean open = true;
    private boolean more = true;
    private int unsent;
    private int unanswered;
    private int confirmed;
    private int failed;
    private long heldBytes;
    private Throwable lastFailure;

    /** Settlements in a row that failed, and when to try the next. */
    int settleFailures;

    long settleAt;

    Batch(Shard shard, long deadline) {
        this.shard = shard;
        this.deadline = deadline;
    }

    void load(List<OutboxEvent> events, Function<OutboxEvent, Send> sends) {
        Map<Aggregate, Send> lastOf = new HashMap<>();
        for (OutboxEvent event : events) {
            Send send = sends.apply(event);
            Send before = event.sequence().isEmpty()
                    ? null
                    : lastOf.put(
                            new Aggregate(
                                    event.message().aggregateType(),
                                    event.message().aggregateId()),
                            send);
            if (before == null) {
                heads.add(send);
            } else {
                before.successor = send;
            }
        }
        unsent = events.size();
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
        unsettled.add(send.event);
    }

    void failed(Send send, Throwable cause) {
        unanswered--;
        failed++;
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

    List<OutboxEvent> unsettled() {
        return Collections.unmodifiableList(unsettled);
    }

    void settled() {
        for (OutboxEvent event : unsettled) {
            heldBytes -= event.message().payloadSize();
        }
        unsettled.clear();
        settleFailures = 0;
    }

    boolean isDone() {
        return unanswered == 0 && unsettled.isEmpty();
    }

    int unanswered() {
        return unanswered;
    }

    int heldEvents() {
        return unanswered + unsettled.size();
    }

    long heldBytes() {
        return heldBytes;
    }

    boolean nothingConfirmed() {
        return confirmed == 0;
    }

    boolean hasFailures() {
        return failed > 0;
    }

    Throwable lastFailure() {
        return lastFailure;
    }

    boolean hasMoreWork() {
        return more || unsent > 0;
    }
}
