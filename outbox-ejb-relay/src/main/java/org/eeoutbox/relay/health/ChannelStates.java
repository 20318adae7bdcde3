package org.eeoutbox.relay.health;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.spi.ShardId;

/** How the channels do, by what the relay tells of them. Safe for use by several threads. */
public final class ChannelStates implements RelayListener {

    /** A broker may take so long; a client that cannot reach it goes on trying for minutes without a word. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final class State {
        private final AtomicInteger unanswered = new AtomicInteger();
        private volatile long progressAt;
        private volatile long confirmedAt;
        private volatile boolean everConfirmed;
        private volatile boolean open;
        private volatile boolean hasWork;
    }

    private final Map<String, State> states = new TreeMap<>();
    private final LongSupplier clock;

    /**
     * Knows nothing bad yet.
     *
     * @param channels the channels of the relay
     * @param nanoClock a monotonic clock
     */
    public ChannelStates(Collection<String> channels, LongSupplier nanoClock) {
        this.clock = nanoClock;
        channels.forEach(channel -> states.put(channel, new State()));
    }

    Set<String> channels() {
        return states.keySet();
    }

    /**
     * Whether the relay has stopped to send to a channel until it is tried again.
     *
     * @param channel which
     * @return {@code true} from the first batch of which nothing was taken to the next confirmation
     */
    public boolean isOpen(String channel) {
        return states.get(channel).open;
    }

    /** Why a channel is dead; empty if it is not. An open breaker says nothing when there is nothing left to send. */
    Optional<String> trouble(String channel) {
        State state = states.get(channel);
        int unanswered = state.unanswered.get();
        if (state.open && (state.hasWork || unanswered > 0)) {
            return Optional.of("takes nothing");
        }
        long silence = clock.getAsLong() - state.progressAt;
        return unanswered > 0 && silence > PATIENCE.toNanos()
                ? Optional.of(
                        "has not answered for " + Duration.ofNanos(silence).toSeconds() + " s")
                : Optional.empty();
    }

    boolean hasConfirmedWithin(String channel, Duration time) {
        State state = states.get(channel);
        return state.everConfirmed && clock.getAsLong() - state.confirmedAt <= time.toNanos();
    }

    @Override
    public void looked(Set<ShardId> pending) {
        states.forEach((channel, state) -> state.hasWork =
                pending.stream().anyMatch(shard -> shard.channel().equals(channel)));
    }

    @Override
    public void sent(OutboxEvent event) {
        State state = states.get(event.channel());
        if (state.unanswered.getAndIncrement() == 0) {
            state.progressAt = clock.getAsLong();
        }
    }

    @Override
    public void acked(OutboxEvent event, long nanos) {
        State state = states.get(event.channel());
        long now = clock.getAsLong();
        state.progressAt = now;
        state.confirmedAt = now;
        state.everConfirmed = true;
        state.unanswered.decrementAndGet();
    }

    @Override
    public void replayed(OutboxEvent event, long nanos) {
        acked(event, nanos);
    }

    @Override
    public void failed(OutboxEvent event, Throwable cause) {
        states.get(event.channel()).unanswered.decrementAndGet();
    }

    @Override
    public void paused(String channel, Duration delay, Throwable cause) {
        states.get(channel).open = true;
    }

    @Override
    public void resumed(String channel) {
        states.get(channel).open = false;
    }
}
