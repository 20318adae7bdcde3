package org.eeoutbox.jpa.capture;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A span for the creation of each event, by OpenTelemetry's semantic conventions for messaging. Its context is what the
 * message carries: the relay's sends and the consumers' work refer to it.
 */
final class OpenTelemetryContext implements TraceContext {

    private static final String TRACEPARENT = "traceparent";

    private final Tracer tracer;

    OpenTelemetryContext(OpenTelemetry telemetry) {
        this.tracer = telemetry.getTracer("org.eeoutbox");
    }

    static Optional<TraceContext> find(Instance<Object> beans) {
        Instance<OpenTelemetry> telemetry = beans.select(OpenTelemetry.class, Default.Literal.INSTANCE);
        return telemetry.isResolvable() ? Optional.of(new OpenTelemetryContext(telemetry.get())) : Optional.empty();
    }

    @Override
    public Map<String, String> headers(Created event) {
        if (event.message().headers().containsKey(TRACEPARENT)) {
            return Map.of();
        }
        try {
            return created(event);
        } catch (RuntimeException e) {
            // A trace that cannot be written must not cost the event.
            return Map.of();
        }
    }

    private Map<String, String> created(Created event) {
        Span span = tracer.spanBuilder("create " + event.channel())
                .setSpanKind(SpanKind.PRODUCER)
                .setAttribute("messaging.system", "outbox")
                .setAttribute("messaging.operation.type", "create")
                .setAttribute("messaging.operation.name", "create")
                .setAttribute("messaging.destination.name", event.channel())
                .setAttribute("messaging.message.id", event.id())
                .setAttribute("messaging.message.body.size", event.message().payloadSize())
                .startSpan();
        try {
            Map<String, String> headers = new TreeMap<>();
            W3CTraceContextPropagator.getInstance().inject(Context.current().with(span), headers, Map::put);
            return headers;
        } finally {
            span.end();
        }
    }
}
