/**
 * What operators do with events that wait, were given up, or were published: {@link
 * org.eeoutbox.operations.OutboxOperations} and its values.
 *
 * <p>The rules of {@link org.eeoutbox} for nullness and thread-safety hold here too.
 */
package org.eeoutbox.operations;
