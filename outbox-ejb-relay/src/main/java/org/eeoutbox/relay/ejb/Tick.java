package org.eeoutbox.relay.ejb;

import org.eeoutbox.relay.RelayLog;

/** What a timer does each time. */
final class Tick {

    private Tick() {}

    /** Runs the work and lets nothing out, errors included: a container may cancel a timer whose method throws. */
    static void survive(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            RelayLog.HEARTBEAT_FAILED.log(e);
        }
    }
}
