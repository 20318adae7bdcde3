package org.eeoutbox.relay.health;

import java.util.function.Function;

/** The health of this application's relay, whether it runs or not. Safe for use by several threads. */
public final class RelayHealth {

    private volatile Vitals vitals;
    private volatile boolean off;

    RelayHealth() {}

    /**
     * The relay starts.
     *
     * @param running what is known of it; {@code null} if it is off
     */
    public void started(Vitals running) {
        vitals = running;
        off = running == null;
    }

    Verdict live() {
        return of(Vitals::live, true);
    }

    Verdict ready() {
        return of(Vitals::ready, off);
    }

    Verdict channels() {
        return of(Vitals::channels, true);
    }

    private Verdict of(Function<Vitals, Verdict> check, boolean upWithout) {
        Vitals running = vitals;
        return running != null ? check.apply(running) : Verdict.of(upWithout, "relay", off ? "off" : "starting");
    }
}
