package org.eeoutbox.relay.health;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a check says.
 *
 * @param up whether all is well
 * @param data why, by subject; unmodifiable
 */
record Verdict(boolean up, Map<String, String> data) {

    Verdict {
        data = Map.copyOf(data);
    }

    static Verdict of(boolean up, String subject, String state) {
        return new Verdict(up, new TreeMap<>(Map.of(subject, state)));
    }
}
