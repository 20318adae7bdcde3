package org.eeoutbox.relay.channel;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * A way into a connector beside the emitter: what is sent waits until the connector asks for it. The relay bounds what
 * is in flight, so nothing is bounded here. Safe for use by several threads.
 */
final class Line implements Flow.Publisher<Message<Object>>, Flow.Subscription {

    private final Queue<Message<Object>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicInteger turns = new AtomicInteger();
    private volatile Flow.Subscriber<? super Message<Object>> connector;
    private volatile boolean cancelled;
    private volatile boolean ended;

    @Override
    public void subscribe(Flow.Subscriber<? super Message<Object>> subscriber) {
        connector = subscriber;
        subscriber.onSubscribe(this);
    }

    void send(Message<Object> message) {
        waiting.add(message);
        handOver();
    }

    @Override
    public void request(long messages) {
        demand.accumulateAndGet(messages, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        handOver();
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Nothing more comes; what the connector has not asked for is dropped. */
    void end() {
        ended = true;
        handOver();
    }

    /** One thread at a time, and none that has to wait for another: who comes meanwhile leaves its turn to it. */
    private void handOver() {
        if (turns.getAndIncrement() > 0) {
            return;
        }
        int taken = 1;
        do {
            while (!cancelled && !ended && demand.get() > 0 && !waiting.isEmpty()) {
                demand.decrementAndGet();
                connector.onNext(waiting.remove());
            }
            if (ended && !cancelled) {
                cancelled = true;
                waiting.clear();
                connector.onComplete();
            }
            taken = turns.addAndGet(-taken);
        } while (taken > 0);
    }
}
