package org.eeoutbox.relay.engine;

import java.util.function.LongSupplier;
import org.eeoutbox.spi.OutboxStore;

/** What all workers of a relay share. */
record RelayContext(
        OutboxStore store,
        StoreHealth health,
        Publisher publisher,
        RelayConfig config,
        LongSupplier clock,
        Backoff backoff,
        Failures failures,
        Listeners listeners,
        StopSignal stop) {}
