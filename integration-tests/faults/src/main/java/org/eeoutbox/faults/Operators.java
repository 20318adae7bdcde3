package org.eeoutbox.faults;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.eeoutbox.OutboxException;
import org.eeoutbox.faults.Tables.GivenUp;
import org.eeoutbox.jpa.operations.OperationsDatabase;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Repair;

/**
 * Decide about what is in quarantine, one way or another, until they are told to stop. What they have done is read from
 * the audit: when the database ends in the middle of a decision, they do not know.
 */
final class Operators {

    private static final long PAUSE_MILLIS = 700;
    private static final Intent INTENT = Intent.because("a fault run decides");

    private final Tables tables;
    private final OutboxOperations operations;
    private final String run;
    private final SplittableRandom random;
    private final Map<UUID, GivenUp> seen = new HashMap<>();
    private final Thread thread = new Thread(this::work, "operators");
    private volatile boolean stopped;
    private volatile boolean finishing;

    Operators(Tables tables, OperationsDatabase operations, String run, long seed) {
        this.tables = tables;
        this.operations = operations.as("operator-" + run);
        this.run = run;
        this.random = new SplittableRandom(seed);
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** From here on every decision is one that lets the event go for good. */
    void finish() {
        finishing = true;
    }

    /** All that was seen in quarantine. */
    Map<UUID, GivenUp> stop() throws InterruptedException {
        stopped = true;
        thread.join();
        return seen;
    }

    /** The keys of all that was seen in quarantine, with the reason. */
    static Map<String, String> reasons(Map<UUID, GivenUp> seen) {
        Map<String, String> reasons = new TreeMap<>();
        seen.values().forEach(event -> reasons.put(event.key(), event.reason()));
        return reasons;
    }

    static byte[] repaired(GivenUp event) {
        return Payloads.of(event.aggregate().id(), event.key(), "repaired");
    }

    private void work() {
        while (!stopped) {
            try {
                for (GivenUp event : tables.givenUp(run)) {
                    seen.put(event.id(), event);
                    decide(event);
                }
            } catch (SQLException | OutboxException e) {
                // The database is away, or was: look again.
            }
            pause();
        }
    }

    private void decide(GivenUp event) {
        int choice = random.nextInt(10);
        if (finishing) {
            choice %= 6;
        }
        switch (choice) {
            case 0, 1, 2, 3 -> {
                operations.repair(event.id(), Repair.payload(repaired(event)), INTENT);
                operations.republish(event.id(), INTENT);
            }
            case 4, 5 -> operations.discard(event.id(), INTENT);
            case 6, 7 -> operations.republish(event.id(), INTENT);
            case 8 -> operations.release(event.aggregate(), INTENT);
            default -> operations.skip(event.aggregate(), INTENT);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
