/** Breaks servers, database, broker and network at random, and checks what becomes of the events. */
package org.eeoutbox.faults;
