package org.eeoutbox.jpa.capture;

import jakarta.persistence.EntityManager;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eeoutbox.OutboxCaptureException;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.spi.CapturedEvents;
import org.eeoutbox.spi.ShardId;

/**
 * The events of one transaction, and the two steps that write them when it commits (docs/architecture.md, "When things
 * run at commit"):
 *
 * <ol>
 *   <li>the early step, before the provider's own flush, writes what has been fired by then;
 *   <li>the net, after that flush, writes what the flush itself has fired, and turns a failure into a rollback.
 * </ol>
 *
 * <p>Used by the transaction's thread only.
 */
final class TransactionCapture implements CapturedEvents, Synchronization {

    private static final int MOST_ROUNDS = 100;

    private final List<PendingEvent> events = new ArrayList<>();
    private final EntityManager em;
    private final Function<TransactionSql, EventWriter> writer;
    private final TransactionSynchronizationRegistry registry;
    private int written;
    private boolean busy;
    private boolean ended;
    private RuntimeException failure;

    TransactionCapture(
            EntityManager em,
            Function<TransactionSql, EventWriter> writer,
            TransactionSynchronizationRegistry registry) {
        this.em = em;
        this.writer = writer;
        this.registry = registry;
    }

    /**
     * Registers both steps. Some servers run a step at once if the transaction is ending already; the net comes later.
     */
    void register(Runnable earlyStep) {
        ended = true;
        registry.registerInterposedSynchronization(this);
        ended = false;
        busy = true;
        try {
            earlyStep.run();
        } finally {
            busy = false;
        }
    }

    void add(PendingEvent event) {
        if (ended) {
            registry.setRollbackOnly();
            throw new OutboxTransactionRequiredException(
                    "The event " + event.message().type()
                            + " was fired when its transaction had all but committed. The transaction is rolled back;"
                            + " fire the event before the commit begins.");
        }
        events.add(event);
    }

    /** An exception would be swallowed here and the transaction would commit, so it is kept for the net. */
    void early() {
        if (busy || ended || failure != null) {
            return;
        }
        busy = true;
        try {
            writeUntilNothingNewIsFired();
        } catch (RuntimeException e) {
            failure = e;
            registry.setRollbackOnly();
        } finally {
            busy = false;
        }
    }

    private void writeUntilNothingNewIsFired() {
        int rounds = 0;
        do {
            rounds = flushUntilNothingNewIsFired(rounds);
            write(TransactionSql::early);
        } while (written < events.size());
    }

    /** No Error may come out: on Payara it would leave the transaction open. */
    private void write(Function<EntityManager, TransactionSql> how) {
        int fired = events.size();
        try {
            writer.apply(how.apply(em)).write(List.copyOf(events.subList(written, fired)));
        } catch (Exception | Error e) {
            throw new OutboxCaptureException(describe(e), e);
        }
        written = fired;
    }

    /**
     * The transaction must hold all locks of its own before it takes those of the counters, or two could deadlock. What
     * is wrong with the application's own data shows here, and reaches the caller as it would without the outbox.
     */
    private int flushUntilNothingNewIsFired(int rounds) {
        int before;
        int round = rounds;
        do {
            if (++round > MOST_ROUNDS) {
                throw new OutboxCaptureException("Each flush of the transaction fires further outbox events; after "
                        + MOST_ROUNDS + " rounds the outbox gave up. Look at entity listeners that fire events.");
            }
            before = events.size();
            em.flush();
        } while (events.size() > before);
        return round;
    }

    @Override
    public void beforeCompletion() {
        if (ended) {
            return;
        }
        ended = true;
        if (failure != null) {
            throw failure;
        }
        if (written == events.size() || registry.getTransactionStatus() == Status.STATUS_MARKED_ROLLBACK) {
            return;
        }
        write(TransactionSql::late);
    }

    @Override
    public void afterCompletion(int status) {
        ended = true;
    }

    /** Without the message of the cause: a driver may quote the row, and so the payload, in it. */
    private String describe(Throwable e) {
        String types = events.stream()
                .map(event -> event.message().type())
                .distinct()
                .limit(5)
                .collect(Collectors.joining(", "));
        return "The transaction is rolled back: its " + events.size() + " outbox event(s) of type " + types
                + " could not be written (" + e.getClass().getName() + "). See the cause.";
    }

    @Override
    public List<Captured> events() {
        return events.stream()
                .map(event -> new Captured(event.id(), event.shard(), event.isDelayed()))
                .toList();
    }

    @Override
    public Set<ShardId> shards() {
        Set<ShardId> shards = new LinkedHashSet<>();
        for (PendingEvent event : events) {
            shards.add(event.shard());
        }
        return shards;
    }
}
