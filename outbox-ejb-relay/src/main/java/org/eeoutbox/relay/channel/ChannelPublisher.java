package org.eeoutbox.relay.channel;

import jakarta.enterprise.inject.Instance;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.relay.engine.Publisher;

/** Sends events through the emitters of their channels. Safe for use by several threads. */
final class ChannelPublisher implements Publisher {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private record Exit(Supplier<Emitter<Object>> emitter, MessageForm form) {}

    private final Map<String, Exit> exits = new HashMap<>();

    ChannelPublisher(Collection<ChannelSettings> channels, String source, Instance<Object> beans) {
        CloudEvent cloudEvent = new CloudEvent(source);
        for (ChannelSettings channel : channels) {
            EmitterHolder holder = beans.select(EmitterHolder.class, new OutboxChannel.Literal(channel.name()))
                    .get();
            exits.put(channel.name(), new Exit(holder::emitter, new KafkaRecords(channel.topic(), cloudEvent)));
        }
    }

    @Override
    public CompletionStage<Void> publish(OutboxEvent event) {
        Exit exit = exits.get(event.channel());
        CompletableFuture<Void> answer = new CompletableFuture<>();
        Message<Object> message = Message.of(
                exit.form().of(event),
                () -> {
                    answer.complete(null);
                    return DONE;
                },
                cause -> {
                    answer.completeExceptionally(
                            cause == null ? new IllegalStateException("The connector gave no reason.") : cause);
                    return DONE;
                });
        Emitter<Object> emitter = exit.emitter().get();
        if (emitter.isCancelled()) {
            throw new CancelledChannelException(event.channel());
        }
        emitter.send(message);
        return answer;
    }
}
