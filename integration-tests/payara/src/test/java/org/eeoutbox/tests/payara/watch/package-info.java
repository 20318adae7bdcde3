/** What an operator sees of the outbox: metrics, health and traces of an application on Payara. */
package org.eeoutbox.tests.payara.watch;
