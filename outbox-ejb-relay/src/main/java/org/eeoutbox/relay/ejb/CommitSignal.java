package org.eeoutbox.relay.ejb;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import org.eeoutbox.relay.engine.Relay;
import org.eeoutbox.spi.CapturedEvents;

/** Wakes the relay when a transaction of this server has committed events: never after a rollback. */
@ApplicationScoped
class CommitSignal {

    private volatile Relay relay;

    void connect(Relay newRelay) {
        relay = newRelay;
    }

    void committed(@Observes(during = TransactionPhase.AFTER_SUCCESS) CapturedEvents captured) {
        Relay connected = relay;
        if (connected != null) {
            connected.wake(captured.shards());
        }
    }
}
