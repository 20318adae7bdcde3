package org.eeoutbox.faults;

/**
 * What an operator has decided about an event, as the audit has it.
 *
 * @param action what was done
 * @param key the event's key
 * @param digest of the payload that a repair has put in; {@code null} for other actions
 */
record Decision(Action action, String key, String digest) {

    /** The decisions that change what may become of an event. */
    enum Action {
        REPAIR,
        DISCARD,
        SKIP
    }
}
