package org.eeoutbox.faults;

import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.eeoutbox.OutboxException;
import org.eeoutbox.jpa.retention.Retention;
import org.eeoutbox.jpa.retention.RetentionPeriods;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;

/** Runs retention again and again with a short period, beside what the nodes do of it once a minute. */
final class Cleaner implements AutoCloseable {

    private static final long PAUSE_MILLIS = 1_500;

    private final Retention retention;
    private final Thread thread = new Thread(this::work, "cleaner");
    private volatile boolean stopped;

    Cleaner(DataSource database, Duration published) {
        retention = new Retention(
                database,
                new Schema(database, false, TableNames.DEFAULT),
                new RetentionPeriods(published, Duration.ofDays(1), Duration.ofDays(1)),
                List.of(),
                System::nanoTime);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void work() {
        while (!stopped) {
            try {
                retention.run();
            } catch (OutboxException e) {
                // The database is away, or was: it runs again soon.
            }
            pause();
        }
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        }
    }

    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
    }
}
