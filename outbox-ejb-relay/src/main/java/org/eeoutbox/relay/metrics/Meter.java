package org.eeoutbox.relay.metrics;

import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;

/**
 * Whoever takes the numbers. Safe for use by several threads. Values of tags are given in the order of
 * {@link Metric#tags()}.
 */
public interface Meter extends AutoCloseable {

    /**
     * What takes them.
     *
     * @return a name for the log
     */
    String name();

    /**
     * The way to move a counter, a timer or a distribution; the same for the same metric and values.
     *
     * @param metric no gauge
     * @param values the values of its tags
     * @return takes what a counter grows by, a timer's nanoseconds, or a distribution's number
     */
    LongConsumer recorder(Metric metric, String... values);

    /**
     * Shows a gauge.
     *
     * @param metric a gauge
     * @param value asked at every scrape, by any thread; it must answer at once. Not a number while it is not known
     * @param values the values of its tags
     */
    void gauge(Metric metric, DoubleSupplier value, String... values);

    /** Takes everything back that was shown. */
    @Override
    void close();
}
