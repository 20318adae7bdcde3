/**
 * Where an event enters the outbox and where it waits: {@code capture} writes events in the caller's transaction,
 * {@code store} is the relay's way to the rows.
 */
package org.eeoutbox.jpa;
