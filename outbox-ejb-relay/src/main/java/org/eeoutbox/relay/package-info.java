/** The relay, and what its parts share. */
package org.eeoutbox.relay;
