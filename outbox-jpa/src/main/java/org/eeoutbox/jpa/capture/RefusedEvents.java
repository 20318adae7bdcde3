package org.eeoutbox.jpa.capture;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.eeoutbox.OutboxException;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.OutboxPayloadException;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.spi.Rejections;

/** Logs and counts each event that is refused: the caller may swallow the exception. */
final class RefusedEvents implements Rejections {

    private static final System.Logger LOG = System.getLogger("org.eeoutbox.capture");

    private final Map<Reason, LongAdder> counts = new EnumMap<>(Reason.class);

    RefusedEvents() {
        for (Reason reason : Reason.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    /** Takes note of a refusal and returns it, to be thrown. */
    OutboxException add(OutboxException refusal) {
        counts.get(reason(refusal)).increment();
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

    @Override
    public long count(Reason reason) {
        return counts.get(reason).sum();
    }
}
