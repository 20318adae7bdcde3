package org.eeoutbox.relay.engine;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.eeoutbox.spi.FailureClassifier;

/**
 * What a relay takes from its surroundings.
 *
 * @param threads makes the worker threads
 * @param nanoClock a monotonic clock in nanoseconds, such as {@link System#nanoTime()}
 * @param random numbers from 0 to below 1 for the jitter of back-offs; used by several threads
 * @param classifier says whose fault a failed send is
 * @param listeners are told what happens
 */
public record RelayRuntime(
        ThreadFactory threads,
        LongSupplier nanoClock,
        DoubleSupplier random,
        FailureClassifier classifier,
        List<RelayListener> listeners) {

    /**
     * Copies the list.
     *
     * @param threads not null
     * @param nanoClock not null
     * @param random not null
     * @param classifier not null
     * @param listeners not null
     */
    public RelayRuntime {
        listeners = List.copyOf(listeners);
    }
}
