package org.eeoutbox.relay.engine;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.FailureClassifier;
import org.eeoutbox.spi.FailureClassifier.Trouble;
import org.eeoutbox.spi.OutboxStore.Claimed;
import org.eeoutbox.spi.OutboxStore.Failed;
import org.eeoutbox.spi.OutboxStore.RowFault;

/** Decides what follows from a failure. Safe for use by several threads. */
final class Failures {

    private static final Duration LOOK_AGAIN_FOR_NEWER = Duration.ofMinutes(1);

    private final FailureClassifier classifier;
    private final RelayConfig config;
    private final Backoff backoff;

    Failures(FailureClassifier classifier, RelayConfig config, Backoff backoff) {
        this.classifier = classifier;
        this.config = config;
        this.backoff = backoff;
    }

    /**
     * Whose fault a failed send is, as far as the failure itself tells. An application's classifier may throw what it
     * likes: without an answer the batch, and with it its shard, would never be given back.
     */
    Trouble sort(OutboxEvent event, Throwable cause) {
        if (cause instanceof TimeoutException) {
            return Trouble.UNKNOWN;
        }
        try {
            Trouble trouble = classifier.classify(event, cause);
            return trouble == null ? Trouble.UNKNOWN : trouble;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            if (e != cause) {
                cause.addSuppressed(e);
            }
            return Trouble.UNKNOWN;
        }
    }

    /** A failed attempt of an event, through its own fault. */
    Failed attempt(Claimed claimed, Throwable cause, boolean hopeless) {
        int attempts = claimed.attempts() + 1;
        Optional<Duration> retryAfter = hopeless || attempts >= config.retry().maxAttempts()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(backoff.after(attempts)));
        return new Failed(
                claimed, true, cause.getClass().getSimpleName(), text(cause), retryAfter, holds(claimed.event()));
    }

    /** Exceptions are not ours: one may fail to say what it is. */
    private static String text(Throwable cause) {
        try {
            return Objects.requireNonNullElse(cause.toString(), cause.getClass().getName());
        } catch (RuntimeException e) {
            return cause.getClass().getName();
        }
    }

    /** A row that cannot be sent as it is: given up if it is broken, left to a newer release if that has written it. */
    Failed fault(Claimed claimed) {
        RowFault fault = claimed.fault().orElseThrow();
        return fault.newer()
                ? new Failed(claimed, false, "newer-format", fault.reason(), Optional.of(LOOK_AGAIN_FOR_NEWER), true)
                : new Failed(claimed, true, "unreadable", fault.reason(), Optional.empty(), holds(claimed.event()));
    }

    private boolean holds(OutboxEvent event) {
        return !config.skipping().contains(event.channel());
    }
}
