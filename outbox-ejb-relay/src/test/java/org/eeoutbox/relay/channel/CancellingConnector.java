package org.eeoutbox.relay.channel;

import io.smallrye.reactive.messaging.connector.OutboundConnector;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

/** A connector that gives a channel up at its first message, without an answer, and works when it is asked again. */
@ApplicationScoped
@Connector("cancelling-kafka")
class CancellingConnector implements OutboundConnector {

    private final List<String> connections = new CopyOnWriteArrayList<>();

    /** What it was asked for: the channel, and an attribute of it. */
    List<String> connections() {
        return List.copyOf(connections);
    }

    @Override
    public Flow.Subscriber<? extends Message<?>> getSubscriber(Config config) {
        connections.add(config.getValue("channel-name", String.class) + " "
                + config.getOptionalValue("topic", String.class).orElse("no topic"));
        boolean healthy = connections.size() > 1;
        return new Flow.Subscriber<Message<?>>() {
            private Flow.Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription given) {
                subscription = given;
                given.request(1);
            }

            @Override
            public void onNext(Message<?> message) {
                if (healthy) {
                    message.ack();
                    subscription.request(1);
                } else {
                    subscription.cancel();
                }
            }

            @Override
            public void onError(Throwable cause) {}

            @Override
            public void onComplete() {}
        };
    }
}
