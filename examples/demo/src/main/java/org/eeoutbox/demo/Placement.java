package org.eeoutbox.demo;

import java.util.UUID;

/**
 * An order that the server has confirmed.
 *
 * @param orderId from the answer
 * @param customer who
 * @param index its place in the whole load, from 0
 * @param nanos when the answer came, by {@link System#nanoTime()}
 */
record Placement(UUID orderId, String customer, int index, long nanos) {}
