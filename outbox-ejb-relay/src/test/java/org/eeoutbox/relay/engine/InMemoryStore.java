package org.eeoutbox.relay.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.ShardId;

/** The contract of the store without a database: shard locks, order, the end of a hold, failures on demand. */
final class InMemoryStore implements OutboxStore {

    private final Map<ShardId, TreeMap<Long, OutboxEvent>> rows = new HashMap<>();
    private final Map<ShardId, MemoryClaim> locks = new HashMap<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private final Map<String, Integer> calls = new HashMap<>();
    private final Map<UUID, Integer> settlements = new HashMap<>();
    private final Set<ShardId> heldByOthers = new HashSet<>();
    private long position;
    private int openClaims;
    private boolean opened;

    /** Which operations fail at their next call. */
    volatile Predicate<String> failing = operation -> false;

    synchronized OutboxEvent append(ShardId shard, String aggregate, boolean ordered) {
        OutboxMessage.Builder builder =
                OutboxMessage.about("thing", aggregate).type("thing.changed").channel(shard.channel());
        OutboxMessage message =
                (ordered ? builder : builder.unordered()).payload(new byte[10]).build();
        OptionalLong sequence = ordered
                ? OptionalLong.of(sequences.merge(shard.channel() + aggregate, 1L, Long::sum))
                : OptionalLong.empty();
        OptionalLong previous = ordered ? OptionalLong.of(sequence.getAsLong() - 1) : OptionalLong.empty();
        OutboxEvent event = new OutboxEvent(
                new UUID(0, ++position), message, sequence, previous, Instant.EPOCH, shard.shard(), position);
        rows.computeIfAbsent(shard, ignored -> new TreeMap<>()).put(position, event);
        return event;
    }

    synchronized OutboxEvent append(ShardId shard, String aggregate) {
        return append(shard, aggregate, true);
    }

    synchronized int size() {
        return rows.values().stream().mapToInt(Map::size).sum();
    }

    synchronized boolean isEmpty() {
        return size() == 0;
    }

    synchronized int calls(String operation) {
        return calls.getOrDefault(operation, 0);
    }

    synchronized int openClaims() {
        return openClaims;
    }

    synchronized boolean settledMoreThanOnce() {
        return settlements.values().stream().anyMatch(times -> times > 1);
    }

    synchronized void holdElsewhere(ShardId shard) {
        heldByOthers.add(shard);
    }

    synchronized void freeElsewhere(ShardId shard) {
        heldByOthers.remove(shard);
    }

    synchronized void removeElsewhere(OutboxEvent event) {
        rows.get(new ShardId(event.channel(), event.shard())).remove(event.position());
    }

    private void enter(String operation) {
        synchronized (this) {
            calls.merge(operation, 1, Integer::sum);
        }
        if (failing.test(operation)) {
            throw new OutboxStoreException("The test lets '" + operation + "' fail.");
        }
        if (!opened && !operation.equals("open")) {
            throw new AssertionError(operation + " before open");
        }
    }

    @Override
    public void open(Set<String> channels) {
        enter("open");
        opened = true;
    }

    @Override
    public Set<ShardId> pending(Set<String> channels) {
        enter("pending");
        Set<ShardId> found = new TreeSet<>((a, b) -> (a.channel() + a.shard()).compareTo(b.channel() + b.shard()));
        synchronized (this) {
            rows.forEach((shard, events) -> {
                if (!events.isEmpty() && channels.contains(shard.channel())) {
                    found.add(shard);
                }
            });
        }
        return found;
    }

    @Override
    public Optional<Claim> claim(ShardId shard, Limits limits) {
        enter("claim");
        synchronized (this) {
            MemoryClaim holder = locks.get(shard);
            if (heldByOthers.contains(shard) || (holder != null && !holder.isOverdue())) {
                return Optional.empty();
            }
            MemoryClaim claim = new MemoryClaim(shard, read(shard, limits), limits);
            locks.put(shard, claim);
            openClaims++;
            return Optional.of(claim);
        }
    }

    private List<OutboxEvent> read(ShardId shard, Limits limits) {
        List<OutboxEvent> read = new ArrayList<>();
        long bytes = 0;
        for (OutboxEvent event : rows.getOrDefault(shard, new TreeMap<>()).values()) {
            if (read.size() == limits.rows() || bytes >= limits.bytes()) {
                break;
            }
            read.add(event);
            bytes += event.message().payloadSize();
        }
        return List.copyOf(read);
    }

    @Override
    public int settle(ShardId shard, Collection<OutboxEvent> published) {
        enter("late settle");
        return remove(shard, published);
    }

    private synchronized int remove(ShardId shard, Collection<OutboxEvent> published) {
        int found = 0;
        for (OutboxEvent event : published) {
            if (rows.get(shard).remove(event.position()) != null) {
                found++;
                settlements.merge(event.id(), 1, Integer::sum);
            }
        }
        return found;
    }

    private final class MemoryClaim implements Claim {

        private final ShardId shard;
        private final List<OutboxEvent> events;
        private final Limits limits;
        private final long since = System.nanoTime();
        private boolean ended;

        MemoryClaim(ShardId shard, List<OutboxEvent> events, Limits limits) {
            this.shard = shard;
            this.events = events;
            this.limits = limits;
        }

        boolean isOverdue() {
            return System.nanoTime() - since > limits.maxHold().toNanos();
        }

        @Override
        public List<OutboxEvent> events() {
            enter("events");
            return events;
        }

        @Override
        public boolean more() {
            return events.size() == limits.rows();
        }

        @Override
        public int settle(Collection<OutboxEvent> published) {
            enter("settle");
            synchronized (InMemoryStore.this) {
                if (ended) {
                    throw new AssertionError("settled after its end");
                }
                if (isOverdue()) {
                    throw new OutboxStoreException("The hold of " + shard + " is over.");
                }
                int found = remove(shard, published);
                close();
                return found;
            }
        }

        @Override
        public void close() {
            synchronized (InMemoryStore.this) {
                if (!ended) {
                    ended = true;
                    openClaims--;
                    locks.remove(shard, this);
                }
            }
        }
    }
}
