/** The consumer's side: effects once, and a look at the order in which events come. */
package org.eeoutbox.jpa.inbox;
