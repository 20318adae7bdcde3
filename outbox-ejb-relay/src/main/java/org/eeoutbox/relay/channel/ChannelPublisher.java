package org.eeoutbox.relay.channel;

import jakarta.enterprise.inject.Instance;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.relay.engine.Publisher;

/** Sends events through the emitters of their channels. Safe for use by several threads. */
final class ChannelPublisher implements Publisher {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final Map<String, Exit> exits = new HashMap<>();

    ChannelPublisher(
            Collection<ChannelSettings> channels, String source, Duration sendTimeout, Instance<Object> beans) {
        CloudEvent cloudEvent = new CloudEvent(source);
        Reconnection reconnection = new Reconnection(beans);
        for (ChannelSettings channel : channels) {
            EmitterHolder holder = beans.select(EmitterHolder.class, new OutboxChannel.Literal(channel.name()))
                    .get();
            Patience patience = new Patience(sendTimeout, System::nanoTime);
            exits.put(
                    channel.name(),
                    new Exit(channel, channel.form().apply(cloudEvent), holder::emitter, reconnection, patience));
        }
    }

    @Override
    public CompletionStage<Void> publish(OutboxEvent event) {
        Exit exit = exits.get(event.channel());
        CompletableFuture<Void> answer = new CompletableFuture<>();
        Message<Object> message = Message.of(
                exit.form(event),
                () -> {
                    exit.answered();
                    answer.complete(null);
                    return DONE;
                },
                cause -> {
                    exit.answered();
                    answer.completeExceptionally(
                            cause == null ? new IllegalStateException("The connector gave no reason.") : cause);
                    return DONE;
                });
        exit.send(message);
        return answer;
    }
}
