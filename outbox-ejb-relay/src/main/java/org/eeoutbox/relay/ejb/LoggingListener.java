package org.eeoutbox.relay.ejb;

import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.relay.RelayLog;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.spi.ShardId;

/**
 * Logs what an operator has to know: a change of state once, and a kind of failure at most once a minute for each
 * channel, however many events it meets.
 */
final class LoggingListener implements RelayListener {

    private final Limiter limiter;
    private final AtomicBoolean storeFails = new AtomicBoolean();
    private final Set<String> pausesTold = ConcurrentHashMap.newKeySet();

    LoggingListener(LongSupplier nanoClock) {
        this.limiter = new Limiter(nanoClock);
    }

    private void limited(RelayLog message, String kind, Object... parts) {
        String more = limiter.admit(message.name() + ' ' + kind);
        if (more != null) {
            Object[] all = Arrays.copyOf(parts, parts.length + 1);
            all[parts.length] = more;
            message.log(all);
        }
    }

    @Override
    public void failed(OutboxEvent event, Throwable cause) {
        String kind = event.channel() + ' ' + cause.getClass().getName();
        limited(RelayLog.SEND_FAILED, kind, event.channel(), event.id(), cause);
    }

    @Override
    public void postponed(OutboxEvent event, int attempts, Duration delay) {
        limited(RelayLog.POSTPONED, event.channel(), event.channel(), event.id(), attempts, delay);
    }

    @Override
    public void quarantined(OutboxEvent event, int attempts, String kind) {
        limited(RelayLog.QUARANTINED, event.channel(), event.channel(), event.id(), attempts, kind);
    }

    @Override
    public void paused(String channel, Duration delay, Throwable cause) {
        if (!pausesTold.contains(channel)) {
            String more = limiter.admit(RelayLog.PAUSED.name() + ' ' + channel);
            if (more != null) {
                pausesTold.add(channel);
                RelayLog.PAUSED.log(channel, cause, more);
            }
        }
    }

    @Override
    public void resumed(String channel) {
        if (pausesTold.remove(channel)) {
            RelayLog.RESUMED.log(channel);
        }
    }

    @Override
    public void holdEnded(ShardId shard, int unanswered) {
        limited(RelayLog.HOLD_ENDED, shard.channel(), shard.channel(), unanswered, shard.shard());
    }

    @Override
    public void ackedTooLate(OutboxEvent event) {
        limited(RelayLog.ACKED_TOO_LATE, event.channel(), event.channel(), event.id());
    }

    @Override
    public void settledElsewhere(ShardId shard, int events) {
        limited(RelayLog.SETTLED_ELSEWHERE, shard.channel(), shard.channel(), events);
    }

    @Override
    public void storeFailed(Throwable cause) {
        if (storeFails.compareAndSet(false, true)) {
            RelayLog.STORE_FAILED.log(cause, cause);
        }
    }

    @Override
    public void storeRecovered() {
        if (storeFails.compareAndSet(true, false)) {
            RelayLog.STORE_RECOVERED.log();
        }
    }

    @Override
    public void workerFailed(String channel, Throwable cause) {
        String more = limiter.admit(RelayLog.WORKER_FAILED.name() + ' ' + channel);
        if (more != null) {
            RelayLog.WORKER_FAILED.log(cause, channel, more);
        }
    }

    @Override
    public void stoppedUnanswered(String channel, int events) {
        RelayLog.STOPPED_UNANSWERED.log(channel, events);
    }
}
