package org.eeoutbox.spi;

/**
 * One part of a channel. All events of an aggregate are in the same one, and one relay at a time works on it.
 *
 * @param channel the channel's name
 * @param shard its number, from 0
 */
public record ShardId(String channel, int shard) {}
