package org.eeoutbox.tests.payara.watch;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A consumer that continues the trace which its messages name. */
@ApplicationScoped
public class Hearing {

    @Inject
    Tracer tracer;

    @Incoming("heard")
    public void hear(ConsumerRecord<String, byte[]> message) {
        Context sender = W3CTraceContextPropagator.getInstance().extract(Context.root(), message, new HeaderGetter());
        tracer.spanBuilder("process")
                .setSpanKind(SpanKind.CONSUMER)
                .setParent(sender)
                .startSpan()
                .end();
    }

    /** Kafka's headers. */
    static final class HeaderGetter implements TextMapGetter<ConsumerRecord<String, byte[]>> {

        @Override
        public Iterable<String> keys(ConsumerRecord<String, byte[]> message) {
            return List.of("traceparent", "tracestate");
        }

        @Override
        public String get(ConsumerRecord<String, byte[]> message, String key) {
            Header header = message == null ? null : message.headers().lastHeader(key);
            return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
        }
    }
}
