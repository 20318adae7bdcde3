package org.eeoutbox.faults;

import java.time.Duration;
import java.util.Locale;

/**
 * Something that goes wrong.
 *
 * @param at when, from the start of the run
 * @param kind what
 * @param node which node it is about; 0 if it is about none
 * @param length how long it lasts; zero if it is over at once, or ends by itself
 */
record Fault(Duration at, Kind kind, int node, Duration length) {

    /** What may go wrong, and how often in comparison. */
    enum Kind {
        KILL_NODE(4, true, "SIGKILL, and started again"),
        RESTART_NODE(1, true, "stopped in good order, and started again"),
        FREEZE_NODE(3, true, "SIGSTOP"),
        STOP_BROKER(1, false, "broker stopped"),
        KILL_BROKER(2, false, "broker SIGKILL"),
        CRASH_DATABASE(2, false, "database restarted, immediate"),
        TERMINATE_SESSIONS(2, false, "half of the database's sessions terminated"),
        CUT_DATABASE(1, true, "connections to the database cut, new ones refused"),
        CUT_BROKER(1, true, "connections to the broker cut, new ones refused"),
        SLOW_DATABASE(1, true, "network to the database slow"),
        SLOW_BROKER(1, true, "network to the broker slow"),
        HALF_OPEN_DATABASE(1, true, "connections to the database half open"),
        HALF_OPEN_BROKER(1, true, "connections to the broker half open");

        final int weight;
        final boolean ofNode;
        final String text;

        Kind(int weight, boolean ofNode, String text) {
            this.weight = weight;
            this.ofNode = ofNode;
            this.text = text;
        }

        boolean isInstant() {
            return switch (this) {
                case KILL_NODE, RESTART_NODE, CRASH_DATABASE, TERMINATE_SESSIONS -> true;
                default -> false;
            };
        }
    }

    Duration end() {
        return at.plus(length);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%5.1f s  %s%s%s",
                at.toMillis() / 1e3,
                kind.ofNode ? "node " + node + ": " : "",
                kind.text,
                length.isZero() ? "" : String.format(Locale.ROOT, " for %.1f s", length.toMillis() / 1e3));
    }
}
