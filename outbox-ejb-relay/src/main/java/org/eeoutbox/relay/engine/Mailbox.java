package org.eeoutbox.relay.engine;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Where answers wait for their worker, and the bell that wakes it. Any thread may put and ring; one takes and waits.
 * Linked through the sends themselves: an answer costs no allocation and, while the worker is awake, no system call.
 */
final class Mailbox {

    private final AtomicReference<Send> newest = new AtomicReference<>();
    private volatile boolean rung;
    private volatile Thread owner;

    void ownedBy(Thread worker) {
        owner = worker;
    }

    void put(Send send) {
        Send head;
        do {
            head = newest.get();
            send.nextMail = head;
        } while (!newest.compareAndSet(head, send));
        ring();
    }

    void ring() {
        if (!rung) {
            rung = true;
            LockSupport.unpark(owner);
        }
    }

    /** To be called before the owner looks for work: what rings from here on ends the next wait. */
    void silence() {
        rung = false;
    }

    /**
     * Waits until the bell rings, at most so long; may return early. An interrupt ends this wait and no other: a worker
     * ends by its stop signal, and a thread that stays interrupted could not wait at all.
     */
    void await(long nanos) {
        if (!rung && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
            Thread.interrupted();
        }
    }

    /** Takes all answers, the oldest first, linked by {@code nextMail}; {@code null} if there are none. */
    Send takeAll() {
        Send rest = newest.get() == null ? null : newest.getAndSet(null);
        Send oldest = null;
        while (rest != null) {
            Send next = rest.nextMail;
            rest.nextMail = oldest;
            oldest = rest;
            rest = next;
        }
        return oldest;
    }
}
