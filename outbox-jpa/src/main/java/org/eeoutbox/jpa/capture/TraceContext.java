package org.eeoutbox.jpa.capture;

import jakarta.enterprise.inject.Instance;
import java.util.Map;
import java.util.Optional;
import org.eeoutbox.OutboxMessage;

/** The trace that an event belongs to, as headers for its message. Safe for use by several threads. */
@FunctionalInterface
interface TraceContext {

    /** Where there are no traces. */
    TraceContext NONE = event -> Map.of();

    /** What there is to say of one event. */
    record Created(OutboxMessage message, String id, String channel) {}

    /**
     * Notes in the current trace that an event was created.
     *
     * @return {@code traceparent} and the like; empty if there is no trace, or the message names its own
     */
    Map<String, String> headers(Created event);

    /** That of OpenTelemetry, if it is there. */
    static TraceContext find(Instance<Object> beans) {
        try {
            Optional<TraceContext> found = OpenTelemetryContext.find(beans);
            return found.orElse(NONE);
        } catch (LinkageError absent) {
            return NONE;
        }
    }
}
