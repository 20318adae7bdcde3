package org.eeoutbox.jpa.capture;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eeoutbox.OutboxException;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.OutboxPayloadException;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.spi.Rejections;

/** Logs and counts each event that is refused: the caller may swallow the exception. */
final class RefusedEvents implements Rejections {

    private static final System.Logger LOG = System.getLogger("org.eeoutbox.capture");

    private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);
    private final List<Consumer<Reason>> listeners = new ArrayList<>();

    /** Takes note of a refusal and returns it, to be thrown. */
    OutboxException add(OutboxException refusal) {
        Reason reason = reason(refusal);
        count(reason, 1).forEach(listener -> listener.accept(reason));
        LOG.log(System.Logger.Level.WARNING, "OUTBOX-101 Refused an event: {0}", refusal.getMessage());
        return refusal;
    }

    private static Reason reason(OutboxException refusal) {
        if (refusal instanceof OutboxTransactionRequiredException) {
            return Reason.TRANSACTION;
        }
        if (refusal instanceof OutboxPayloadException) {
            return Reason.PAYLOAD;
        }
        return refusal instanceof OutboxMessageException ? Reason.MESSAGE : Reason.CONFIGURATION;
    }

    /** Whom to tell: whoever listens from now on has been told of it by its count. */
    private synchronized List<Consumer<Reason>> count(Reason reason, long more) {
        counts.merge(reason, more, Long::sum);
        return List.copyOf(listeners);
    }

    @Override
    public synchronized long count(Reason reason) {
        return counts.getOrDefault(reason, 0L);
    }

    @Override
    public synchronized void listen(Consumer<Reason> listener) {
        counts.forEach((reason, count) -> {
            for (long i = 0; i < count; i++) {
                listener.accept(reason);
            }
        });
        listeners.add(listener);
    }
}
