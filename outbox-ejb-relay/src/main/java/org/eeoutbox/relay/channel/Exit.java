package org.eeoutbox.relay.channel;

import java.util.function.Supplier;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.relay.RelayLog;

/**
 * The way out of one channel: its emitter, or what has taken its place after the connector has cancelled it or has
 * fallen silent. Safe for use by several threads.
 */
final class Exit {

    private final ChannelSettings channel;
    private final MessageForm form;
    private final Supplier<Emitter<Object>> emitter;
    private final Reconnection reconnection;
    private final Patience patience;
    private volatile Line line;

    Exit(
            ChannelSettings channel,
            MessageForm form,
            Supplier<Emitter<Object>> emitter,
            Reconnection reconnection,
            Patience patience) {
        this.channel = channel;
        this.form = form;
        this.emitter = emitter;
        this.reconnection = reconnection;
        this.patience = patience;
    }

    Object form(OutboxEvent event) {
        return form.of(event);
    }

    void answered() {
        patience.answered();
    }

    void send(Message<Object> message) {
        if (patience.endsBefore() && Reconnection.isPossible()) {
            connect();
        }
        Line current = line;
        if (current != null && !current.isCancelled()) {
            current.send(message);
        } else if (current == null && !emitter.get().isCancelled()) {
            emitter.get().send(message);
        } else {
            connectOnce(current).send(message);
        }
    }

    /** Unless another thread has done it meanwhile. */
    private synchronized Line connectOnce(Line cancelled) {
        return line == cancelled ? connect() : line;
    }

    private synchronized Line connect() {
        Line before = line;
        line = reconnection.connect(channel);
        RelayLog.RECONNECTED.log(channel.name());
        if (before != null) {
            before.end();
        }
        return line;
    }
}
