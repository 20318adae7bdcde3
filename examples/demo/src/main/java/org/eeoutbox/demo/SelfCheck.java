package org.eeoutbox.demo;

/** Warms the services up, then puts the load on them. */
final class SelfCheck {

    private static final Round.Load WARM_UP = new Round.Load("warm-up-", 2_000, 0, 0);

    private final Servers servers;
    private final Progress progress;

    SelfCheck(Servers servers, Progress progress) {
        this.servers = servers;
        this.progress = progress;
    }

    /**
     * Runs the check.
     *
     * @param orders how many orders to place
     * @param rate orders per second; 0 for as fast as possible
     * @param kills how often to kill both services meanwhile
     * @return the verdict on the load; on the warm-up if that went wrong already
     */
    Verdict run(int orders, int rate, int kills) throws InterruptedException {
        Verdict first = new Round(servers, WARM_UP, progress).run();
        progress.say("  warm-up  " + first.line());
        return first.good()
                ? new Round(servers, new Round.Load("customer-", orders, rate, kills), progress).run()
                : first;
    }
}
