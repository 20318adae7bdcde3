package org.eeoutbox.bench;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.ShardId;

/** Measures how long claims take, by channel. */
final class TimedStore implements OutboxStore {

    private final OutboxStore store;
    private final Map<String, LongAdder> nanos = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> claims = new ConcurrentHashMap<>();

    TimedStore(OutboxStore store) {
        this.store = store;
    }

    double meanClaimMillis(String channel) {
        return nanos.get(channel).sum() / 1e6 / claims.get(channel).sum();
    }

    @Override
    public void open(Set<String> channels) {
        store.open(channels);
    }

    @Override
    public Set<ShardId> pending(Set<String> channels) {
        return store.pending(channels);
    }

    @Override
    public Optional<Claim> claim(ShardId shard, Limits limits) {
        long begin = System.nanoTime();
        Optional<Claim> claim = store.claim(shard, limits);
        nanos.computeIfAbsent(shard.channel(), ignored -> new LongAdder()).add(System.nanoTime() - begin);
        claims.computeIfAbsent(shard.channel(), ignored -> new LongAdder()).increment();
        return claim;
    }

    @Override
    public int settle(ShardId shard, Outcome outcome) {
        return store.settle(shard, outcome);
    }
}
