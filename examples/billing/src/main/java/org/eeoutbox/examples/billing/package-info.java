/** Writes an invoice for every order, once, and tells the world: consumer and outbox in one transaction. */
package org.eeoutbox.examples.billing;
