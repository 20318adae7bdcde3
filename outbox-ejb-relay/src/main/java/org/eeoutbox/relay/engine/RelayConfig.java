package org.eeoutbox.relay.engine;

import java.time.Duration;
import java.util.Set;

/**
 * How a relay works. The values are taken as they are; who reads them from somewhere checks them there.
 *
 * @param batchSize the most events of one claim, and the most that one worker has in flight
 * @param batchBytes the most payload bytes of one claim, exceeded by at most one event
 * @param maxHold the longest that a shard's lock is held
 * @param sendTimeout after which an unanswered send counts as failed; longer than the broker's client goes on trying,
 *     or a slow healthy send goes out twice
 * @param minDelay the back-off after a first failure
 * @param maxDelay the longest back-off
 * @param workers how many threads serve each channel
 * @param retry how often and when an event is tried again that fails through its own fault
 * @param skipping the channels on which the successors of an event in quarantine leave without it
 */
public record RelayConfig(
        int batchSize,
        long batchBytes,
        Duration maxHold,
        Duration sendTimeout,
        Duration minDelay,
        Duration maxDelay,
        int workers,
        Retry retry,
        Set<String> skipping) {

    /**
     * Copies the set.
     *
     * @param skipping not null
     */
    public RelayConfig {
        skipping = Set.copyOf(skipping);
    }

    /**
     * The attempts of an event that fails through its own fault; other events do not wait for them.
     *
     * @param maxAttempts after so many it goes into quarantine
     * @param minDelay the back-off after the first
     * @param maxDelay the longest back-off
     */
    public record Retry(int maxAttempts, Duration minDelay, Duration maxDelay) {}
}
