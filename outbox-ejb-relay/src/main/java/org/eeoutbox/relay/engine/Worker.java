package org.eeoutbox.relay.engine;

import java.util.Optional;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Outcome;

/**
 * One thread that serves one channel: it takes a shard, claims it, sends its events, settles them, and takes the next.
 * Nothing but a {@link VirtualMachineError} ends it, and then it can be run again.
 */
final class Worker implements Runnable {

    private static final long LOOK_AGAIN_MIN_NANOS = 20_000_000;
    private static final long LOOK_AGAIN_MAX_NANOS = 1_000_000_000;
    private static final int SETTLE_SHARE = 10;
    private static final int PROBE_ROWS = 20;
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private final Channel channel;
    private final RelayContext relay;
    private final RelayConfig config;
    private final Sender sender;
    private final Leftovers leftovers;
    private final Backoff lookAgain;

    /** How long sends may begin and be waited for: the hold without the part that is kept for the settlement. */
    private final long sendNanos;

    private int troubles;
    private long restUntil;
    private boolean stuck;
    private long confirmationsWhenStuck;

    Worker(Channel channel, RelayContext relay, Backoff lookAgain) {
        this.channel = channel;
        this.relay = relay;
        this.config = relay.config();
        this.sender = new Sender(channel, relay);
        this.leftovers = new Leftovers(relay, this::giveBack);
        this.lookAgain = lookAgain;
        long hold = config.maxHold().toNanos();
        this.sendNanos = hold - hold / SETTLE_SHARE;
        this.restUntil = now();
        channel.queue().add(sender.mailbox());
    }

    static Backoff lookAgain(RelayRuntime runtime) {
        return new Backoff(2 * LOOK_AGAIN_MIN_NANOS, LOOK_AGAIN_MAX_NANOS, runtime.random());
    }

    String channel() {
        return channel.name();
    }

    void ring() {
        sender.mailbox().ring();
    }

    @Override
    public void run() {
        sender.mailbox().ownedBy(Thread.currentThread());
        boolean working = true;
        while (working) {
            try {
                working = turn();
            } catch (VirtualMachineError e) {
                relay.listeners().workerFailed(channel.name(), e);
                throw e;
            } catch (Throwable e) {
                // A fault of ours or of a driver must not stop the delivery for good.
                relay.listeners().workerFailed(channel.name(), e);
                rest();
                sender.mailbox().await(relay.backoff().after(1));
                working = relay.stop().remaining(now()) > 0;
            }
        }
        quit();
    }

    /** One round; {@code false} to end. */
    private boolean turn() {
        sender.mailbox().silence();
        sender.receive();
        leftovers.settle(false);
        if (relay.stop().requested() && (leftovers.isEmpty() || relay.stop().remaining(now()) <= 0)) {
            return false;
        }
        Shard shard = mayClaim() && restUntil - now() <= 0 ? channel.queue().take(now()) : null;
        if (shard == null) {
            sender.mailbox().await(idleNanos());
        } else {
            work(shard);
        }
        return true;
    }

    private boolean mayClaim() {
        return !relay.stop().requested()
                && leftovers.events() < config.batchSize()
                && leftovers.bytes() < config.batchBytes();
    }

    private long idleNanos() {
        long now = now();
        long wait = Math.min(sender.untilTimeout(now), leftovers.untilSettle(now));
        if (mayClaim()) {
            wait = Math.min(wait, Math.max(restUntil - now, channel.queue().untilNext(now)));
        }
        return Math.min(wait, relay.stop().remaining(now));
    }

    private void work(Shard shard) {
        Batch batch = new Batch(shard, now() + sendNanos);
        try {
            Optional<OutboxStore.Claim> claim = relay.store().claim(shard.id, limits());
            troubles = 0;
            relay.health().answered();
            if (claim.isPresent()) {
                shard.refusals = 0;
                deliver(batch, claim.get());
            } else {
                relay.listeners().heldElsewhere(shard.id);
                shard.refusals++;
            }
        } catch (RuntimeException e) {
            relay.health().failed(e);
            rest();
        } finally {
            leave(batch);
        }
    }

    /**
     * What this worker already has in flight leaves so much less for the claim: its memory is bounded. A channel in
     * trouble, or one that does not answer, is tried with a few events.
     */
    private OutboxStore.Limits limits() {
        stuck = stuck && sender.hasUnanswered() && sender.confirmations() == confirmationsWhenStuck;
        int rows = config.batchSize() - leftovers.events();
        return new OutboxStore.Limits(
                stuck || channel.inTrouble() ? Math.min(rows, PROBE_ROWS) : rows,
                config.batchBytes() - leftovers.bytes(),
                config.maxHold());
    }

    private void deliver(Batch batch, OutboxStore.Claim claim) {
        try (claim) {
            batch.load(
                    claim.events(),
                    event -> sender.prepare(event, batch),
                    event -> relay.failures().fault(event));
            relay.listeners().claimed(batch.shard.id, claim.events().size());
            send(batch);
            batch.close();
            batch.readToEnd(claim.more());
            Outcome outcome = batch.outcome();
            int found = claim.settle(outcome);
            Leftovers.settled(batch, outcome, found, relay.listeners());
        }
    }

    /** Answers are waited for until the hold is over, or until they stay away while other shards have work. */
    private void send(Batch batch) {
        long confirmed = sender.confirmations();
        long patientUntil = now() + PATIENCE_NANOS;
        for (Send head : batch.heads()) {
            if (!sender.send(head)) {
                break;
            }
        }
        while (true) {
            sender.mailbox().silence();
            sender.receive();
            long now = now();
            if (sender.confirmations() != confirmed) {
                confirmed = sender.confirmations();
                patientUntil = now + PATIENCE_NANOS;
            }
            long left = Math.min(batch.deadline - now, relay.stop().remaining(now));
            if (channel.queue().untilNext(now) == 0) {
                left = Math.min(left, patientUntil - now);
            }
            if (batch.unanswered() == 0 || left <= 0) {
                return;
            }
            sender.mailbox().await(Math.min(left, sender.untilTimeout(now)));
        }
    }

    /** The claim has ended, well or not. */
    private void leave(Batch batch) {
        batch.close();
        if (batch.unanswered() > 0) {
            relay.listeners().holdEnded(batch.shard.id, batch.unanswered());
            stuck = batch.nothingConfirmed();
            confirmationsWhenStuck = sender.confirmations();
        }
        if (batch.isDone()) {
            giveBack(batch);
        } else {
            batch.settleAt = now();
            leftovers.add(batch);
        }
    }

    private void giveBack(Batch batch) {
        Shard shard = batch.shard;
        long now = now();
        if (batch.hasUndecided() && (batch.nothingConfirmed() || batch.hasChannelTrouble())) {
            shard.failures++;
            if (batch.nothingConfirmed()) {
                channel.trouble(now, batch.lastFailure(), batch.hasChannelTrouble());
            }
            channel.queue().delay(shard, now + relay.backoff().after(shard.failures));
        } else if (shard.refusals > 0) {
            channel.queue().delay(shard, now + lookAgain.after(shard.refusals));
        } else {
            shard.failures = 0;
            channel.queue().release(shard, batch.hasMoreWork());
        }
    }

    private void rest() {
        troubles++;
        restUntil = now() + relay.backoff().after(troubles);
    }

    private void quit() {
        leftovers.settle(true);
        if (!leftovers.isEmpty()) {
            relay.listeners().stoppedUnanswered(channel.name(), leftovers.events());
        }
    }

    private long now() {
        return relay.clock().getAsLong();
    }
}
