package org.eeoutbox.operations;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an operation on many events has come to, in the end or so far.
 *
 * @param matched how many events met the criteria
 * @param done how many of them were changed, or in a dry run would have been
 * @param passedOver how many were not, by the reason; unmodifiable
 */
public record BulkOutcome(long matched, long done, Map<String, Long> passedOver) {

    /**
     * Copies the map.
     *
     * @param matched as above
     * @param done as above
     * @param passedOver any map
     */
    public BulkOutcome {
        passedOver = Collections.unmodifiableMap(new LinkedHashMap<>(passedOver));
    }
}
