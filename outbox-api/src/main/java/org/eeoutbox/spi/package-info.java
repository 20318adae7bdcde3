/**
 * Where the modules of EE Outbox meet, and where a team plugs in its own parts. Few users need these types; those who
 * do provide a CDI bean of the interface.
 *
 * <p>The rules of {@link org.eeoutbox} for nullness and thread-safety hold here too.
 */
package org.eeoutbox.spi;
