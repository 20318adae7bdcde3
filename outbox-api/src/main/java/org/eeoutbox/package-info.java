/**
 * What users of EE Outbox type: {@link org.eeoutbox.Outboxed} and {@link org.eeoutbox.AggregateId} on an event
 * class, {@link org.eeoutbox.Outbox} for messages without a class, and the exceptions that both can throw.
 *
 * <p>Unless a method says otherwise, parameters and results are never {@code null}, value types are immutable and
 * safe for use by several threads, and a {@code null} argument gets a {@link java.lang.NullPointerException} that
 * names the parameter.
 */
package org.eeoutbox;
