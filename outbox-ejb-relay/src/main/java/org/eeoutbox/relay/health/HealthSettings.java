package org.eeoutbox.relay.health;

import java.time.Duration;

/**
 * How health is judged.
 *
 * @param maxAge the oldest event may be as old; zero: of any age
 * @param probePeriod how often a broker is tried to be reached while nothing is sent to it; zero: never
 * @param report whether the check of the channels only reports, and is never down
 */
public record HealthSettings(Duration maxAge, Duration probePeriod, boolean report) {}
