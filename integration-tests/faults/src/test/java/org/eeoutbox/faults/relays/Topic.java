package org.eeoutbox.faults.relays;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.relay.engine.Publisher;

/** A broker in the test's hands, for several relays: it keeps who has sent what, and answers after a while. Thread-safe. */
final class Topic implements AutoCloseable {

    /** One send, taken or not. */
    record Sent(String relay, OutboxEvent event, boolean taken, long nanoTime) {}

    /** What the topic answers to an event that it does not take. */
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final ScheduledExecutorService answers = Executors.newScheduledThreadPool(2);
    private final List<Sent> sends = new ArrayList<>();
    private volatile Predicate<OutboxEvent> refusing = event -> false;
    private volatile long answerMillis;

    void refuse(Predicate<OutboxEvent> which) {
        refusing = which;
    }

    void answerAfter(long millis) {
        answerMillis = millis;
    }

    Publisher as(String relay) {
        return event -> {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            boolean taken = !refusing.test(event);
            synchronized (this) {
                sends.add(new Sent(relay, event, taken, System.nanoTime()));
            }
            answers.schedule(() -> answer(answer, taken), answerMillis, TimeUnit.MILLISECONDS);
            return answer;
        };
    }

    private static void answer(CompletableFuture<Void> answer, boolean taken) {
        if (taken) {
            answer.complete(null);
        } else {
            answer.completeExceptionally(new RefusedException());
        }
    }

    synchronized List<Sent> sends() {
        return List.copyOf(sends);
    }

    List<Sent> taken() {
        return sends().stream().filter(Sent::taken).toList();
    }

    List<UUID> ids() {
        return taken().stream().map(sent -> sent.event().id()).toList();
    }

    /** How many each relay has published. */
    Map<String, Long> shares() {
        return taken().stream().collect(groupingBy(Sent::relay, counting()));
    }

    /** Whether no event of an aggregate came before one with a smaller sequence, but for duplicates. */
    boolean isInOrder() {
        Map<String, Long> last = new HashMap<>();
        for (Sent sent : taken()) {
            String aggregate = sent.event().message().aggregateId();
            long sequence = sent.event().sequence().orElse(0);
            if (sequence > last.getOrDefault(aggregate, 0L) + 1) {
                return false;
            }
            last.merge(aggregate, sequence, Math::max);
        }
        return true;
    }

    @Override
    public void close() {
        answers.shutdownNow();
    }
}
