/** Starts the orders example on real servers and, on request, checks that no event is lost or out of order. */
package org.eeoutbox.demo;
