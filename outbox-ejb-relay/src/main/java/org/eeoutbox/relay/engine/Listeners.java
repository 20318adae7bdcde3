package org.eeoutbox.relay.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.ShardId;

/** Tells all listeners, and lets none of them disturb the relay or each other. */
final class Listeners implements RelayListener {

    private final List<RelayListener> listeners;

    Listeners(List<RelayListener> listeners) {
        this.listeners = listeners;
    }

    private void tell(Consumer<RelayListener> what) {
        for (RelayListener listener : listeners) {
            try {
                what.accept(listener);
            } catch (VirtualMachineError e) {
                throw e;
            } catch (Throwable dropped) {
                // A listener has no say in the delivery, and there is nobody else to tell.
            }
        }
    }

    @Override
    public void looked(Set<ShardId> pending) {
        tell(listener -> listener.looked(pending));
    }

    @Override
    public void claimed(ShardId shard, int events) {
        tell(listener -> listener.claimed(shard, events));
    }

    @Override
    public void heldElsewhere(ShardId shard) {
        tell(listener -> listener.heldElsewhere(shard));
    }

    @Override
    public void sent(OutboxEvent event) {
        tell(listener -> listener.sent(event));
    }

    @Override
    public void acked(OutboxEvent event, long nanos) {
        tell(listener -> listener.acked(event, nanos));
    }

    @Override
    public void replayed(OutboxEvent event, long nanos) {
        tell(listener -> listener.replayed(event, nanos));
    }

    @Override
    public void failed(OutboxEvent event, Throwable cause) {
        tell(listener -> listener.failed(event, cause));
    }

    @Override
    public void postponed(OutboxEvent event, int attempts, Duration delay) {
        tell(listener -> listener.postponed(event, attempts, delay));
    }

    @Override
    public void quarantined(OutboxEvent event, int attempts, String kind) {
        tell(listener -> listener.quarantined(event, attempts, kind));
    }

    @Override
    public void ackedTooLate(OutboxEvent event) {
        tell(listener -> listener.ackedTooLate(event));
    }

    @Override
    public void holdEnded(ShardId shard, int unanswered) {
        tell(listener -> listener.holdEnded(shard, unanswered));
    }

    @Override
    public void settled(ShardId shard, int events) {
        tell(listener -> listener.settled(shard, events));
    }

    @Override
    public void settledElsewhere(ShardId shard, int events) {
        tell(listener -> listener.settledElsewhere(shard, events));
    }

    @Override
    public void paused(String channel, Duration delay, Throwable cause) {
        tell(listener -> listener.paused(channel, delay, cause));
    }

    @Override
    public void resumed(String channel) {
        tell(listener -> listener.resumed(channel));
    }

    @Override
    public void storeFailed(Throwable cause) {
        tell(listener -> listener.storeFailed(cause));
    }

    @Override
    public void storeRecovered() {
        tell(RelayListener::storeRecovered);
    }

    @Override
    public void workerFailed(String channel, Throwable cause) {
        tell(listener -> listener.workerFailed(channel, cause));
    }

    @Override
    public void stoppedUnanswered(String channel, int events) {
        tell(listener -> listener.stoppedUnanswered(channel, events));
    }
}
