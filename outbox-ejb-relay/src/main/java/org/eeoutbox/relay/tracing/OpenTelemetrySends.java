package org.eeoutbox.relay.tracing;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.relay.engine.RelayListener;

/**
 * A span of each send, with a link to the span that created the event, by OpenTelemetry's semantic conventions for
 * messaging. The message itself carries the context of the creation, the same at every attempt. Safe for use by several
 * threads.
 */
final class OpenTelemetrySends implements RelayListener {

    private static final Map<String, String> SYSTEMS =
            Map.of("kafka", "kafka", "rabbitmq", "rabbitmq", "amqp", "amqp", "jms", "jms", "mqtt", "mqtt");

    private static final TextMapGetter<Map<String, String>> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> headers) {
            return headers.keySet();
        }

        @Override
        public String get(Map<String, String> headers, String key) {
            return headers == null ? null : headers.get(key);
        }
    };

    private final Tracer tracer;
    private final Config config;
    private final Map<UUID, Span> open = new ConcurrentHashMap<>();
    private final Map<String, Destination> destinations = new ConcurrentHashMap<>();

    private record Destination(String system, String name) {}

    private OpenTelemetrySends(Tracer tracer, Config config) {
        this.tracer = tracer;
        this.config = config;
    }

    static Optional<RelayListener> find(Instance<Object> beans, Config config) {
        Instance<OpenTelemetry> telemetry = beans.select(OpenTelemetry.class, Default.Literal.INSTANCE);
        return telemetry.isResolvable()
                ? Optional.of(new OpenTelemetrySends(telemetry.get().getTracer("org.eeoutbox"), config))
                : Optional.empty();
    }

    @Override
    public void sent(OutboxEvent event) {
        Destination to = destinations.computeIfAbsent(event.channel(), this::destination);
        SpanBuilder builder = tracer.spanBuilder("send " + to.name())
                .setNoParent()
                .setAttribute("messaging.system", to.system())
                .setAttribute("messaging.operation.type", "send")
                .setAttribute("messaging.operation.name", "send")
                .setAttribute("messaging.destination.name", to.name())
                .setAttribute("messaging.message.id", event.id().toString())
                .setAttribute("messaging.message.body.size", event.message().payloadSize());
        SpanContext creation = Span.fromContext(W3CTraceContextPropagator.getInstance()
                        .extract(Context.root(), event.message().headers(), HEADERS))
                .getSpanContext();
        // Whoever sends what was created before it is a client of the broker; without a creation it is the producer.
        builder.setSpanKind(creation.isValid() ? SpanKind.CLIENT : SpanKind.PRODUCER);
        if (creation.isValid()) {
            builder.addLink(creation);
        }
        Span span = builder.startSpan();
        if (span.isRecording()) {
            open.put(event.id(), span);
        }
    }

    private Destination destination(String channel) {
        String prefix = "mp.messaging.outgoing." + channel + ".";
        String connector = config.getOptionalValue(prefix + "connector", String.class)
                .orElse("")
                .toLowerCase(Locale.ROOT);
        String system = SYSTEMS.keySet().stream()
                .filter(connector::contains)
                .findFirst()
                .map(SYSTEMS::get)
                .orElse(connector);
        String name = List.of("topic", "address", "queue", "destination").stream()
                .flatMap(key -> config.getOptionalValue(prefix + key, String.class).stream())
                .findFirst()
                .orElse(channel);
        return new Destination(system, name);
    }

    @Override
    public void acked(OutboxEvent event, long nanos) {
        Span span = open.remove(event.id());
        if (span != null) {
            span.end();
        }
    }

    @Override
    public void replayed(OutboxEvent event, long nanos) {
        acked(event, nanos);
    }

    /** Without the exception, whose message may quote the payload. */
    @Override
    public void failed(OutboxEvent event, Throwable cause) {
        Span span = open.remove(event.id());
        if (span != null) {
            span.setStatus(StatusCode.ERROR);
            span.setAttribute("error.type", cause.getClass().getName());
            span.end();
        }
    }
}
