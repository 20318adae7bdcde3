package org.eeoutbox.relay.channel;

import io.smallrye.reactive.messaging.connector.OutboundConnector;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

/** A connector that keeps its messages; a test answers them. */
@ApplicationScoped
@Connector("keeping-kafka")
class KeepingConnector implements OutboundConnector {

    private final List<Message<?>> messages = new CopyOnWriteArrayList<>();

    List<Message<?>> messages() {
        return List.copyOf(messages);
    }

    @Override
    public Flow.Subscriber<? extends Message<?>> getSubscriber(Config config) {
        return new Flow.Subscriber<Message<?>>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Message<?> message) {
                messages.add(message);
            }

            @Override
            public void onError(Throwable cause) {}

            @Override
            public void onComplete() {}
        };
    }
}
