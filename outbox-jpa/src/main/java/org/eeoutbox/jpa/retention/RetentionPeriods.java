package org.eeoutbox.jpa.retention;

import java.time.Duration;

/**
 * How long rows are kept that nobody waits for.
 *
 * @param published of outbox_published; zero if there is no history
 * @param audit of outbox_audit
 * @param inbox of outbox_inbox
 */
public record RetentionPeriods(Duration published, Duration audit, Duration inbox) {}
