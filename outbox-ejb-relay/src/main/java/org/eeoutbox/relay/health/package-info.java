/**
 * Whether the relay lives, can reach its tables, and gets rid of its events. {@link org.eeoutbox.relay.health.RelayHealth}
 * knows; the checks of MicroProfile Health only pass it on, where that is there.
 */
package org.eeoutbox.relay.health;
