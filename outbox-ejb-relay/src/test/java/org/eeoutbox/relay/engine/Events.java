package org.eeoutbox.relay.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.ShardId;

/** Keeps what a relay tells, one line each. */
final class Events implements RelayListener {

    private final List<String> lines = new CopyOnWriteArrayList<>();

    List<String> lines() {
        return List.copyOf(lines);
    }

    long count(String start) {
        return lines.stream().filter(line -> line.startsWith(start)).count();
    }

    boolean has(String line) {
        return lines.contains(line);
    }

    @Override
    public void claimed(ShardId shard, int events) {
        lines.add("claimed " + shard.shard() + " " + events);
    }

    @Override
    public void heldElsewhere(ShardId shard) {
        lines.add("held elsewhere " + shard.shard());
    }

    @Override
    public void acked(OutboxEvent event, long nanos) {
        lines.add("acked " + event.position() + (nanos < 0 ? " in negative time" : ""));
    }

    @Override
    public void failed(OutboxEvent event, Throwable cause) {
        lines.add("failed " + event.position() + " " + cause.getClass().getSimpleName());
    }

    @Override
    public void postponed(OutboxEvent event, int attempts, Duration delay) {
        lines.add("postponed " + event.position() + " " + attempts);
    }

    @Override
    public void quarantined(OutboxEvent event, int attempts, String kind) {
        lines.add("quarantined " + event.position() + " " + attempts + " " + kind);
    }

    @Override
    public void ackedTooLate(OutboxEvent event) {
        lines.add("acked too late " + event.position());
    }

    @Override
    public void holdEnded(ShardId shard, int unanswered) {
        lines.add("hold ended " + shard.shard() + " " + unanswered);
    }

    @Override
    public void settled(ShardId shard, int events) {
        lines.add("settled " + shard.shard() + " " + events);
    }

    @Override
    public void settledElsewhere(ShardId shard, int events) {
        lines.add("settled elsewhere " + shard.shard() + " " + events);
    }

    @Override
    public void paused(String channel, Duration delay, Throwable cause) {
        lines.add("paused " + channel);
    }

    @Override
    public void resumed(String channel) {
        lines.add("resumed " + channel);
    }

    @Override
    public void storeFailed(Throwable cause) {
        lines.add("store failed " + cause.getMessage());
    }

    @Override
    public void storeRecovered() {
        lines.add("store recovered");
    }

    @Override
    public void workerFailed(String channel, Throwable cause) {
        lines.add("worker failed " + cause.getClass().getSimpleName());
    }

    @Override
    public void stoppedUnanswered(String channel, int events) {
        lines.add("stopped unanswered " + events);
    }
}
