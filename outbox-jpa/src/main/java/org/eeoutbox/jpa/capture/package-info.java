/** Where an event enters: from {@code Event.fire} to the rows that the caller's transaction commits. */
package org.eeoutbox.jpa.capture;
