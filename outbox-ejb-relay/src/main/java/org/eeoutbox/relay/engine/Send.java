package org.eeoutbox.relay.engine;

import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.OutboxStore.Claimed;

/**
 * One event on its way. The worker's thread owns it, but for the answer: that comes on any thread, is written down and
 * put into the worker's mailbox, and nothing else happens there.
 */
final class Send implements BiConsumer<Void, Throwable> {

    private static final AtomicIntegerFieldUpdater<Send> ANSWERED =
            AtomicIntegerFieldUpdater.newUpdater(Send.class, "answered");

    final Claimed claimed;
    final OutboxEvent event;
    final Batch batch;

    /** The next event of the same aggregate, sent after this one is confirmed. */
    Send successor;

    boolean timedOut;
    long sentAt;
    Send older;
    Send newer;
    Send nextMail;

    private final Mailbox mailbox;
    private final LongSupplier clock;
    private volatile int answered;
    private Throwable failure;
    private long answeredAt;

    Send(Claimed claimed, Batch batch, Mailbox mailbox, LongSupplier clock) {
        this.claimed = claimed;
        this.event = claimed.event();
        this.batch = batch;
        this.mailbox = mailbox;
        this.clock = clock;
    }

    @Override
    public void accept(Void nothing, Throwable cause) {
        if (ANSWERED.compareAndSet(this, 0, 1)) {
            failure = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
            answeredAt = clock.getAsLong();
            mailbox.put(this);
        }
    }

    /** Why the event was refused; {@code null} if it was confirmed. To be read after it came by mail. */
    Throwable failure() {
        return failure;
    }

    long nanosToAnswer() {
        return answeredAt - sentAt;
    }
}
