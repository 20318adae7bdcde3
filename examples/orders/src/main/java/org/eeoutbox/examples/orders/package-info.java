/** Takes orders and tells the world: the business transaction and its event are one. */
package org.eeoutbox.examples.orders;
