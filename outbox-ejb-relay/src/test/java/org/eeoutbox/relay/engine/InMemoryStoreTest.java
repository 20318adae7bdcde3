package org.eeoutbox.relay.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.eeoutbox.spi.Backlog;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.ShardId;
import org.eeoutbox.testing.BacklogContract;
import org.eeoutbox.testing.OutboxStoreContract;
import org.junit.jupiter.api.BeforeEach;

/** The fake keeps the contract of the real ones, or the engine's tests would prove nothing. */
class InMemoryStoreTest extends OutboxStoreContract implements BacklogContract {

    private final AtomicLong clock = new AtomicLong();
    private final InMemoryStore store = new InMemoryStore(clock::get);

    @BeforeEach
    void open() {
        store.open(Set.of("orders", "billing"));
    }

    @Override
    public OutboxStore store() {
        return store;
    }

    @Override
    public Backlog backlog() {
        return store;
    }

    @Override
    protected OutboxStore another() {
        return store;
    }

    @Override
    public void put(ShardId shard, String aggregateId, Integer sequence, String payload) {
        store.append(shard, aggregateId, sequence, payload);
    }

    @Override
    protected void corrupt(String payload) {
        store.fault(payload, false);
    }

    @Override
    protected void makeNewer(String payload) {
        store.fault(payload, true);
    }

    @Override
    protected void letWaitingBeDue() {
        clock.addAndGet(java.time.Duration.ofDays(1).toNanos());
    }

    @Override
    public void pause(String channel, boolean paused) {
        if (paused) {
            store.pause(channel);
        } else {
            store.resume(channel);
        }
    }

    @Override
    protected List<String> waiting() {
        return store.payloads(store.waiting());
    }

    @Override
    protected List<String> quarantined() {
        return store.payloads(store.quarantine().keySet());
    }

    @Override
    protected String lastError() {
        return store.lastFailure().error();
    }

    @Override
    protected int attempts() {
        return store.attempts();
    }
}
