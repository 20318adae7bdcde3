package org.eeoutbox.relay.engine;

import java.util.concurrent.atomic.AtomicBoolean;

/** Whether the store answers. Safe for use by several threads. */
final class StoreHealth {

    private final Listeners listeners;
    private final AtomicBoolean failing = new AtomicBoolean();

    StoreHealth(Listeners listeners) {
        this.listeners = listeners;
    }

    void failed(Throwable cause) {
        failing.set(true);
        listeners.storeFailed(cause);
    }

    void answered() {
        if (failing.get() && failing.getAndSet(false)) {
            listeners.storeRecovered();
        }
    }
}
