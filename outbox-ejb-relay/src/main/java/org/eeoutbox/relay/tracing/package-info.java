/** The relay's part of a trace, where OpenTelemetry is there. */
package org.eeoutbox.relay.tracing;
