/**
 * What the relay and capture do, as numbers. {@link org.eeoutbox.relay.metrics.Metric} names them all;
 * {@link org.eeoutbox.relay.metrics.Meters} finds whoever takes them: MicroProfile Metrics, Micrometer or
 * OpenTelemetry, none of which has to be there.
 */
package org.eeoutbox.relay.metrics;
