package org.eeoutbox.relay;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Every message that the relay logs, with the id by which an operator finds it in the documentation. The relay has the
 * ids from 200 to 299. No message holds a payload.
 */
public enum RelayLog {
    /** The relay runs. */
    STARTED(200, Level.INFO, "The relay serves the channels %s with %s."),
    /** It has ended. */
    STOPPED(201, Level.INFO, "The relay has stopped."),
    /** Another part of the system publishes. */
    OFF(202, Level.INFO, "The relay is off ('outbox.relay=off'): events are stored and not published by this node."),
    /** Nothing to serve. */
    NO_CHANNELS(203, Level.INFO, "The relay has no channel to serve: no event class and no 'outbox.channels'."),
    /** Allowed, but not good. */
    CHANNEL_SETTING(204, Level.WARNING, "%s"),
    /** Who takes the numbers. */
    METRICS(205, Level.INFO, "Metrics of the outbox are with %s."),
    /** Sends fail. */
    SEND_FAILED(210, Level.WARNING, "Channel '%s' did not take event %s: %s%s"),
    /** No send succeeds. */
    PAUSED(211, Level.WARNING, "Channel '%s' takes nothing; events wait in the outbox until it does: %s%s"),
    /** The channel is back. */
    RESUMED(212, Level.INFO, "Channel '%s' takes events again."),
    /** The broker is slow. */
    HOLD_ENDED(
            213,
            Level.INFO,
            "Channel '%s' has not answered to %s events of shard %s in time; it is left alone until it does.%s"),
    /** A duplicate is likely. */
    ACKED_TOO_LATE(
            214, Level.WARNING, "Channel '%s' confirmed event %s after its time-out; it may be published twice.%s"),
    /** A duplicate is likely. */
    SETTLED_ELSEWHERE(
            215,
            Level.WARNING,
            "%2$s events of channel '%1$s' were settled by another relay; they may be published twice.%3$s"),
    /** An event failed through its own fault. */
    POSTPONED(216, Level.WARNING, "Event %2$s of channel '%1$s' has failed %3$s times and is tried again in %4$s.%5$s"),
    /** An event was given up. */
    QUARANTINED(
            217,
            Level.ERROR,
            "Event %2$s of channel '%1$s' is in quarantine after %3$s attempts (%4$s); an operator has to decide.%5$s"),
    /** A channel that had been given up works again. */
    RECONNECTED(
            218,
            Level.WARNING,
            "The connector had cancelled the channel '%s' or given no answer; it is asked for another."),
    /** The database is away. */
    STORE_FAILED(220, Level.WARNING, "The relay cannot use the outbox tables and keeps trying: %s"),
    /** The database is back. */
    STORE_RECOVERED(221, Level.INFO, "The relay can use the outbox tables again."),
    /** Old rows stay. */
    RETENTION_FAILED(222, Level.WARNING, "%s"),
    /** A fault in the relay or its surroundings. */
    WORKER_FAILED(230, Level.ERROR, "A worker of channel '%s' met an unexpected fault and goes on.%s"),
    /** The heartbeat went wrong. */
    HEARTBEAT_FAILED(231, Level.ERROR, "The relay's heartbeat met an unexpected fault and goes on."),
    /** What watches the relay went wrong. */
    WATCH_FAILED(232, Level.WARNING, "The relay runs without %s, which failed to start."),
    /** The end of the grace. */
    STOPPED_UNANSWERED(
            240,
            Level.WARNING,
            "Channel '%s' stops with %s events unanswered; they stay in the outbox and may be published twice.");

    private static final Logger LOGGER = System.getLogger("org.eeoutbox.relay");

    private final int id;
    private final Level level;
    private final String text;

    RelayLog(int id, Level level, String text) {
        this.id = id;
        this.level = level;
        this.text = text;
    }

    /**
     * Logs the message.
     *
     * @param parts what to put into it
     */
    public void log(Object... parts) {
        if (LOGGER.isLoggable(level)) {
            LOGGER.log(level, format(parts));
        }
    }

    /**
     * Logs the message with a stack trace.
     *
     * @param cause whose trace
     * @param parts what to put into the message
     */
    public void log(Throwable cause, Object... parts) {
        LOGGER.log(level, format(parts), cause);
    }

    String format(Object... parts) {
        return "OUTBOX-" + id + " " + String.format(text, parts);
    }
}
