package org.eeoutbox.faults;

/**
 * What events are ordered within.
 *
 * @param channel the way out, a topic of the same name
 * @param aggregate the key of its records
 */
record Stream(String channel, String aggregate) {

    @Override
    public String toString() {
        return channel + "/" + aggregate;
    }
}
