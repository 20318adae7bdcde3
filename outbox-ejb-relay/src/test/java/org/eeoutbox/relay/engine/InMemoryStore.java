package org.eeoutbox.relay.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.spi.Backlog;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.ShardId;

/** The contract of the store without a database: shard locks, order, the end of a hold, failures on demand. */
final class InMemoryStore implements OutboxStore, Backlog {

    private record Row(
            OutboxEvent event, int attempts, Optional<RowFault> fault, boolean isWaiting, boolean afterLeftOut)
            implements Claimed {

        boolean isOrdered() {
            return event.sequence().isPresent();
        }

        ShardId shard() {
            return new ShardId(event.channel(), event.shard());
        }

        String aggregate() {
            return aggregateOf(event);
        }
    }

    /** A row that waits; without a time, for its aggregate. */
    private record Waiter(Row row, Long dueAt) {}

    private record Block(UUID event, long sequence, long previous, boolean held) {}

    private final LongSupplier clock;
    private final Map<ShardId, TreeMap<Long, Row>> rows = new HashMap<>();
    private final Map<UUID, Waiter> waiting = new LinkedHashMap<>();
    private final Map<UUID, Failed> quarantine = new LinkedHashMap<>();
    private final Map<String, Block> blocked = new HashMap<>();
    private final Map<ShardId, MemoryClaim> locks = new HashMap<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private final Map<String, Integer> calls = new HashMap<>();
    private final Map<UUID, String> payloads = new HashMap<>();
    private final Map<UUID, Integer> settlements = new HashMap<>();
    private final Set<ShardId> heldByOthers = new HashSet<>();
    private final Set<String> paused = new HashSet<>();
    private Failed lastFailure;
    private long position;
    private int openClaims;
    private boolean opened;

    /** Which operations fail at their next call. */
    volatile Predicate<String> failing = operation -> false;

    /** The clock stands for the database's. */
    InMemoryStore(LongSupplier nanoClock) {
        this.clock = nanoClock;
    }

    private static String aggregateOf(OutboxEvent event) {
        return event.channel()
                + '/'
                + event.message().aggregateType()
                + '/'
                + event.message().aggregateId();
    }

    synchronized OutboxEvent append(ShardId shard, String aggregate, boolean ordered) {
        String key = shard.channel() + "/thing/" + aggregate;
        OptionalLong sequence = ordered ? OptionalLong.of(sequences.merge(key, 1L, Long::sum)) : OptionalLong.empty();
        return append(shard, aggregate, sequence, "0123456789", Optional.empty());
    }

    synchronized OutboxEvent append(ShardId shard, String aggregate, Integer sequence, String payload) {
        OptionalLong place = sequence == null ? OptionalLong.empty() : OptionalLong.of(sequence);
        return append(shard, aggregate, place, payload, Optional.empty());
    }

    synchronized OutboxEvent append(
            ShardId shard, String aggregate, OptionalLong sequence, String payload, Optional<RowFault> fault) {
        OutboxMessage.Builder builder =
                OutboxMessage.about("thing", aggregate).type("thing.changed").channel(shard.channel());
        if (payload != null) {
            builder.payload(payload.getBytes(StandardCharsets.UTF_8));
        }
        OutboxMessage message = (sequence.isPresent() ? builder : builder.unordered()).build();
        OptionalLong previous = sequence.isPresent() ? OptionalLong.of(sequence.getAsLong() - 1) : OptionalLong.empty();
        OutboxEvent event = new OutboxEvent(
                new UUID(0, ++position), message, sequence, previous, Instant.EPOCH, shard.shard(), position);
        events(shard).put(position, new Row(event, 0, fault, false, false));
        payloads.put(event.id(), payload);
        return event;
    }

    synchronized OutboxEvent append(ShardId shard, String aggregate) {
        return append(shard, aggregate, true);
    }

    private TreeMap<Long, Row> events(ShardId shard) {
        return rows.computeIfAbsent(shard, ignored -> new TreeMap<>());
    }

    /** How many events are still to be published. */
    synchronized int size() {
        return waiting.size() + rows.values().stream().mapToInt(Map::size).sum();
    }

    synchronized boolean isEmpty() {
        return size() == 0;
    }

    synchronized List<UUID> waiting() {
        return List.copyOf(waiting.keySet());
    }

    synchronized Map<UUID, Failed> quarantine() {
        return Map.copyOf(quarantine);
    }

    synchronized List<String> payloads(Collection<UUID> ids) {
        return ids.stream().sorted().map(payloads::get).toList();
    }

    synchronized Failed lastFailure() {
        return lastFailure;
    }

    /** The most that any failed event has. */
    synchronized int attempts() {
        int most = quarantine.values().stream()
                .mapToInt(failed -> failed.claimed().attempts() + 1)
                .max()
                .orElse(0);
        return Math.max(
                most,
                waiting.values().stream()
                        .mapToInt(each -> each.row().attempts())
                        .max()
                        .orElse(0));
    }

    /** Lets the row with this payload be one that cannot be sent as it is. */
    synchronized void fault(String payload, boolean newer) {
        for (TreeMap<Long, Row> shard : rows.values()) {
            shard.replaceAll((at, row) -> payload.equals(
                            payloads.get(row.event().id()))
                    ? new Row(row.event(), 0, Optional.of(new RowFault(newer, "The test says so.")), false, false)
                    : row);
        }
    }

    synchronized int blockedAggregates() {
        return (int) blocked.values().stream().filter(Block::held).count();
    }

    synchronized void pause(String channel) {
        paused.add(channel);
    }

    synchronized void resume(String channel) {
        paused.remove(channel);
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
                if (!events.isEmpty()) {
                    found.add(shard);
                }
            });
            waiting.values().stream()
                    .filter(this::isDue)
                    .forEach(waiter -> found.add(waiter.row().shard()));
            found.removeIf(shard -> !channels.contains(shard.channel()) || paused.contains(shard.channel()));
        }
        return found;
    }

    /** All events occurred when time began. */
    @Override
    public synchronized Map<String, Standing> read(Set<String> channels) {
        Map<String, Standing> standings = new HashMap<>();
        for (String channel : channels) {
            long pending = rows.entrySet().stream()
                    .filter(shard -> shard.getKey().channel().equals(channel))
                    .mapToLong(shard -> shard.getValue().size())
                    .sum();
            standings.put(
                    channel,
                    new Standing(
                            pending,
                            pending == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(clock.getAsLong())),
                            waiting.values().stream()
                                    .filter(each -> each.row().event().channel().equals(channel))
                                    .count(),
                            blocked.entrySet().stream()
                                    .filter(each -> each.getKey().startsWith(channel + '/')
                                            && each.getValue().held())
                                    .count(),
                            quarantine.values().stream()
                                    .filter(each ->
                                            each.claimed().event().channel().equals(channel))
                                    .count(),
                            paused.contains(channel)));
        }
        return standings;
    }

    private boolean isDue(Waiter waiter) {
        return waiter.dueAt() != null && waiter.dueAt() - clock.getAsLong() <= 0;
    }

    @Override
    public Optional<Claim> claim(ShardId shard, Limits limits) {
        enter("claim");
        synchronized (this) {
            MemoryClaim holder = locks.get(shard);
            if (paused.contains(shard.channel())
                    || heldByOthers.contains(shard)
                    || (holder != null && !holder.isOverdue())) {
                return Optional.empty();
            }
            MemoryClaim claim = new MemoryClaim(shard, limits);
            claim.read();
            locks.put(shard, claim);
            openClaims++;
            return Optional.of(claim);
        }
    }

    @Override
    public int settle(ShardId shard, Outcome outcome) {
        enter("late settle");
        return apply(shard, outcome, List.of());
    }

    private synchronized int apply(ShardId shard, Outcome outcome, List<Row> parked) {
        for (Row row : parked) {
            if (events(shard).remove(row.event().position()) != null) {
                waiting.put(row.event().id(), new Waiter(row, null));
            }
        }
        int found = 0;
        for (Claimed claimed : outcome.published()) {
            Row row = (Row) claimed;
            OutboxEvent event = row.event();
            boolean there = row.isWaiting()
                    ? waiting.remove(event.id()) != null
                    : events(shard).remove(event.position()) != null;
            if (there) {
                found++;
                settlements.merge(event.id(), 1, Integer::sum);
            }
            Block block = blocked.get(row.aggregate());
            boolean frees = there
                    && row.isOrdered()
                    && block != null
                    && (block.held() ? block.event().equals(event.id()) : row.afterLeftOut());
            if (frees) {
                blocked.remove(row.aggregate());
                unpark(row.aggregate());
            }
        }
        outcome.failed().forEach(failed -> fail(shard, failed));
        return found;
    }

    private void fail(ShardId shard, Failed failed) {
        Row row = (Row) failed.claimed();
        OutboxEvent event = row.event();
        Block block = blocked.get(row.aggregate());
        if (row.isOrdered() && block != null && block.held() && !block.event().equals(event.id())) {
            return;
        }
        Waiter waiter = waiting.get(event.id());
        boolean there = row.isWaiting()
                ? waiter != null && waiter.row().attempts() == row.attempts()
                : events(shard).remove(event.position()) != null;
        if (!there) {
            return;
        }
        lastFailure = failed;
        boolean givenUp = failed.retryAfter().isEmpty();
        if (givenUp) {
            waiting.remove(event.id());
            quarantine.put(event.id(), failed);
        } else {
            int attempts = row.attempts() + (failed.counts() ? 1 : 0);
            waiting.put(
                    event.id(),
                    new Waiter(
                            new Row(event, attempts, row.fault(), true, false),
                            clock.getAsLong() + failed.retryAfter().get().toNanos()));
        }
        long sequence = event.sequence().orElse(0);
        boolean hasGoneOn = block != null && !block.held() && block.sequence() > sequence;
        if (row.isOrdered() && !hasGoneOn) {
            boolean held = !givenUp || failed.hold();
            long previous = event.previousSequence().orElseThrow();
            blocked.put(row.aggregate(), new Block(event.id(), sequence, previous, held));
            if (!held) {
                unpark(row.aggregate());
            }
        }
    }

    private void unpark(String aggregate) {
        List<Waiter> free = waiting.values().stream()
                .filter(waiter ->
                        waiter.dueAt() == null && waiter.row().aggregate().equals(aggregate))
                .toList();
        for (Waiter waiter : free) {
            waiting.remove(waiter.row().event().id());
            events(waiter.row().shard()).put(waiter.row().event().position(), waiter.row());
        }
    }

    private final class MemoryClaim implements Claim {

        private final ShardId shard;
        private final Limits limits;
        private final List<Row> read = new ArrayList<>();
        private final List<Row> parked = new ArrayList<>();
        private final long since = System.nanoTime();
        private boolean more;
        private boolean ended;

        MemoryClaim(ShardId shard, Limits limits) {
            this.shard = shard;
            this.limits = limits;
        }

        void read() {
            List<Row> due = waiting.values().stream()
                    .filter(InMemoryStore.this::isDue)
                    .sorted(Comparator.comparingLong(Waiter::dueAt))
                    .map(Waiter::row)
                    .filter(row -> row.shard().equals(shard))
                    .limit((limits.rows() + 1) / 2)
                    .toList();
            read.addAll(due);
            more = due.size() == (limits.rows() + 1) / 2;
            long bytes = 0;
            for (Row row : InMemoryStore.this.events(shard).values()) {
                if (read.size() + parked.size() == limits.rows() || bytes >= limits.bytes()) {
                    more = true;
                    return;
                }
                Block block = row.isOrdered() ? blocked.get(row.aggregate()) : null;
                if (block != null && block.held()) {
                    parked.add(row);
                    more = true;
                } else {
                    read.add(block == null ? row : afterLeftOut(row, block));
                    bytes += row.event().message().payloadSize();
                }
            }
        }

        private Row afterLeftOut(Row row, Block block) {
            OutboxEvent event = row.event();
            if (event.sequence().orElseThrow() != block.sequence() + 1) {
                return row;
            }
            OutboxEvent told = new OutboxEvent(
                    event.id(),
                    event.message(),
                    event.sequence(),
                    OptionalLong.of(block.previous()),
                    event.occurredAt(),
                    event.shard(),
                    event.position());
            return new Row(told, row.attempts(), row.fault(), false, true);
        }

        boolean isOverdue() {
            return System.nanoTime() - since > limits.maxHold().toNanos();
        }

        @Override
        public List<Claimed> events() {
            enter("events");
            return List.copyOf(read);
        }

        @Override
        public boolean more() {
            return more;
        }

        @Override
        public int settle(Outcome outcome) {
            enter("settle");
            synchronized (InMemoryStore.this) {
                if (ended) {
                    throw new AssertionError("settled after its end");
                }
                if (isOverdue()) {
                    throw new OutboxStoreException("The hold of " + shard + " is over.");
                }
                int found = apply(shard, outcome, parked);
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
