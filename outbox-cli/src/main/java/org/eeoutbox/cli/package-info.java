/** The command line of {@code bin/outboxctl}. */
package org.eeoutbox.cli;
