package org.eeoutbox.relay.engine;

import java.util.concurrent.CompletionStage;
import org.eeoutbox.OutboxEvent;

/** Hands events to a broker. Called by several threads, never inside a transaction. */
@FunctionalInterface
public interface Publisher {

    /**
     * Begins to send one event. An exception counts as a failed stage.
     *
     * @param event what to send
     * @return completes when the broker has confirmed the event, exceptionally when it has not taken it; on any thread,
     *     the caller's included
     */
    CompletionStage<Void> publish(OutboxEvent event);
}
