package org.eeoutbox.jpa.retention;

import java.time.Duration;

/**
 * How long rows are kept that nobody waits for.
 *
 * @param published of outbox_published; zero if there is no history
 * @param audit of outbox_audit
 * @param inbox of outbox_inbox, and of outbox_inbox_sequence for aggregates without new events
 */
public record RetentionPeriods(Duration published, Duration audit, Duration inbox) {}
