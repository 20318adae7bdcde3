/**
 * The relay as plain Java: it claims shards, sends their events as one chain per aggregate, and settles what the broker
 * has confirmed. It knows the {@link org.eeoutbox.spi.OutboxStore} and a {@link org.eeoutbox.relay.engine.Publisher},
 * and neither a container nor a configuration source. It never logs; it tells a
 * {@link org.eeoutbox.relay.engine.RelayListener}.
 *
 * <p>No parameter or result is {@code null} unless its documentation says so.
 */
package org.eeoutbox.relay.engine;
