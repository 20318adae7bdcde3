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
import org.eeoutbox.relay.RelayLog;
import org.eeoutbox.relay.engine.Publisher;

/** Sends events through the emitters of their channels. Safe for use by several threads. */
final class ChannelPublisher implements Publisher {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final Map<String, Exit> exits = new HashMap<>();

    /** The way out of one channel: its emitter, or what has taken its place after the connector has cancelled it. */
    private static final class Exit {

        private final ChannelSettings channel;
        private final Supplier<Emitter<Object>> emitter;
        private final MessageForm form;
        private final Reconnection reconnection;
        private volatile Line line;

        Exit(ChannelSettings channel, Supplier<Emitter<Object>> emitter, MessageForm form, Reconnection reconnection) {
            this.channel = channel;
            this.emitter = emitter;
            this.form = form;
            this.reconnection = reconnection;
        }

        void send(Message<Object> message) {
            Emitter<Object> first = emitter.get();
            if (first.isCancelled()) {
                connected().send(message);
            } else {
                first.send(message);
            }
        }

        private synchronized Line connected() {
            if (line == null || line.isCancelled()) {
                line = reconnection.connect(channel);
                RelayLog.RECONNECTED.log(channel.name());
            }
            return line;
        }
    }

    ChannelPublisher(Collection<ChannelSettings> channels, String source, Instance<Object> beans) {
        CloudEvent cloudEvent = new CloudEvent(source);
        Reconnection reconnection = new Reconnection(beans);
        for (ChannelSettings channel : channels) {
            EmitterHolder holder = beans.select(EmitterHolder.class, new OutboxChannel.Literal(channel.name()))
                    .get();
            MessageForm form = new KafkaRecords(channel.topic(), cloudEvent);
            exits.put(channel.name(), new Exit(channel, holder::emitter, form, reconnection));
        }
    }

    @Override
    public CompletionStage<Void> publish(OutboxEvent event) {
        Exit exit = exits.get(event.channel());
        CompletableFuture<Void> answer = new CompletableFuture<>();
        Message<Object> message = Message.of(
                exit.form.of(event),
                () -> {
                    answer.complete(null);
                    return DONE;
                },
                cause -> {
                    answer.completeExceptionally(
                            cause == null ? new IllegalStateException("The connector gave no reason.") : cause);
                    return DONE;
                });
        exit.send(message);
        return answer;
    }
}
