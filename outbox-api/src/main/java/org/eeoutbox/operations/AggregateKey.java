package org.eeoutbox.operations;

/**
 * An aggregate within a channel: what order is promised for.
 *
 * @param channel the channel's name
 * @param type the kind of thing, such as {@code "order"}
 * @param id which one of them
 */
public record AggregateKey(String channel, String type, String id) {

    /**
     * Names the aggregate in a sentence.
     *
     * @return such as {@code order 4711 on channel orders}
     */
    @Override
    public String toString() {
        return type + " " + id + " on channel " + channel;
    }
}
