/** A ledger whose transactions fire events; its rows tell from outside which of them must arrive, and in which order. */
package org.eeoutbox.faults.app;
