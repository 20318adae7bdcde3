package org.eeoutbox.relay.engine;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.eeoutbox.spi.FailureClassifier.Trouble;
import org.eeoutbox.spi.OutboxStore.Claimed;

/** Sends the events of one worker and takes the answers. Used by its thread alone; answers reach it through the mailbox. */
final class Sender {

    private final Channel channel;
    private final RelayContext relay;
    private final LongSupplier clock;
    private final Mailbox mailbox = new Mailbox();
    private final InFlight inFlight;
    private long confirmations;

    Sender(Channel channel, RelayContext relay) {
        this.channel = channel;
        this.relay = relay;
        this.clock = relay.clock();
        this.inFlight = new InFlight(relay.config().sendTimeout().toNanos());
    }

    Mailbox mailbox() {
        return mailbox;
    }

    /** How many events were confirmed so far. */
    long confirmations() {
        return confirmations;
    }

    boolean hasUnanswered() {
        return inFlight.size() > 0;
    }

    long untilTimeout(long now) {
        return inFlight.untilTimeout(now);
    }

    Send prepare(Claimed claimed, Batch batch) {
        return new Send(claimed, batch, mailbox, clock);
    }

    /** Begins the send if there is still time for it. */
    boolean send(Send send) {
        long now = clock.getAsLong();
        if (relay.stop().requested() || !send.batch.maySend(now)) {
            return false;
        }
        send.sentAt = now;
        send.batch.sent(send);
        inFlight.add(send);
        relay.listeners().sent(send.event);
        publish(send);
        return true;
    }

    private void publish(Send send) {
        try {
            CompletionStage<Void> answer = relay.publisher().publish(send.event);
            answer.whenComplete(send);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            // Whatever a connector throws is a failed send: it must not end the worker.
            send.accept(null, e);
        }
    }

    /** Takes the answers that have come, sends their successors, and gives up on those that are overdue. */
    void receive() {
        Send mail = mailbox.takeAll();
        while (mail != null) {
            Send next = mail.nextMail;
            mail.nextMail = null;
            answered(mail);
            mail = next;
        }
        long now = clock.getAsLong();
        while (inFlight.untilTimeout(now) <= 0) {
            Send overdue = inFlight.oldest();
            overdue.timedOut = true;
            failed(
                    overdue,
                    new TimeoutException("No answer within " + relay.config().sendTimeout() + " from channel '"
                            + channel.name() + "' to event " + overdue.event.id()));
        }
    }

    private void answered(Send send) {
        Throwable failure = send.failure();
        if (send.timedOut) {
            if (failure == null) {
                relay.listeners().ackedTooLate(send.event);
            }
        } else if (failure == null) {
            confirmed(send);
        } else {
            failed(send, failure);
        }
    }

    private void confirmed(Send send) {
        inFlight.remove(send);
        send.batch.confirmed(send);
        confirmations++;
        channel.confirmed(send.event.id());
        if (send.claimed.isReplay()) {
            relay.listeners().replayed(send.event, send.nanosToAnswer());
        } else {
            relay.listeners().acked(send.event, send.nanosToAnswer());
        }
        if (send.successor != null) {
            send(send.successor);
        }
    }

    private void failed(Send send, Throwable cause) {
        inFlight.remove(send);
        relay.listeners().failed(send.event, cause);
        Failures failures = relay.failures();
        Trouble trouble = failures.sort(send.event, cause);
        if (trouble == Trouble.UNKNOWN && channel.suspects().isConvicted(send.event.id())) {
            trouble = Trouble.EVENT;
        }
        switch (trouble) {
            case EVENT -> send.batch.failed(send, failures.attempt(send.claimed, cause, false));
            case PERMANENT -> send.batch.failed(send, failures.attempt(send.claimed, cause, true));
            default -> send.batch.undecided(send, cause, trouble == Trouble.CHANNEL || send.timedOut);
        }
    }
}
