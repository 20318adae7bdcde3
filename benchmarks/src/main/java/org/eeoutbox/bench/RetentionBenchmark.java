package org.eeoutbox.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.eeoutbox.bench.Drain.Measure;
import org.eeoutbox.jpa.retention.Retention;
import org.eeoutbox.jpa.retention.RetentionPeriods;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.lab.KafkaBroker;
import org.eeoutbox.lab.MariaDb;
import org.eeoutbox.lab.Postgres;
import org.h2.jdbcx.JdbcConnectionPool;
import org.mariadb.jdbc.MariaDbPoolDataSource;
import org.postgresql.ds.PGConnectionPoolDataSource;

/**
 * What the relay and an application notice of retention at work on a large history. The history is there in both of a
 * pair of runs; in one of them all of it is past its retention and is removed without a pause, while the relay drains
 * and the application writes.
 */
final class RetentionBenchmark {

    private static final int EVENTS = 150_000;
    private static final int AGGREGATES = 1_000;

    private final HistoryDatabase database;
    private final Drain drain;
    private final int rows;

    private RetentionBenchmark(HistoryDatabase database, Drain drain, int rows) {
        this.database = database;
        this.drain = drain;
        this.rows = rows;
    }

    /** The database's name, the number of rounds, and the number of rows of history. */
    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[1]);
        int rows = Integer.parseInt(arguments[2]);
        try (KafkaBroker kafka = KafkaBroker.builder().start();
                KafkaProducer<String, byte[]> producer = Drain.producer(kafka.bootstrapServers())) {
            if (arguments[0].equals("mariadb")) {
                // The driver's own pool: H2's does not get this driver's connections back.
                try (MariaDb server = MariaDb.start();
                        MariaDbPoolDataSource pool = new MariaDbPoolDataSource(server.jdbcUrl())) {
                    pool.setUser(server.user());
                    pool.setPassword(server.password());
                    run(MariaDbHistory::new, pool, producer, rounds, rows);
                }
            } else {
                try (Postgres server = Postgres.builder().fsync(true).start()) {
                    PGConnectionPoolDataSource source = new PGConnectionPoolDataSource();
                    source.setUrl(server.jdbcUrl());
                    source.setUser(server.user());
                    source.setPassword(server.password());
                    JdbcConnectionPool pool = JdbcConnectionPool.create(source);
                    run(PostgreSqlHistory::new, pool, producer, rounds, rows);
                    pool.dispose();
                }
            }
        }
    }

    private interface Database {
        HistoryDatabase of(DataSource dataSource);
    }

    private static void run(
            Database database, DataSource pool, KafkaProducer<String, byte[]> producer, int rounds, int rows)
            throws Exception {
        new Schema(pool, true, TableNames.DEFAULT).dialect();
        new RetentionBenchmark(database.of(pool), new Drain(pool, producer), rows).measure(rounds);
    }

    private void measure(int rounds) throws Exception {
        database.layEvents(EVENTS, AGGREGATES);
        drain.of(EVENTS, Set.of("orders"));
        List<Double> ratios = new ArrayList<>();
        double longestWait = 0;
        double slowest = 0;
        for (int round = 0; round < rounds; round++) {
            database.layHistory(rows);
            Measure plain = withWriter(new AtomicLong());
            AtomicLong nanos = new AtomicLong();
            Cleaning cleaning = new Cleaning();
            Measure cleaned = withWriter(nanos, cleaning);
            longestWait = Math.max(longestWait, cleaning.longestWait);
            slowest = Math.max(slowest, nanos.get() / 1e6);
            ratios.add(cleaned.eventsPerSecond() / plain.eventsPerSecond());
        }
        System.out.printf(
                Locale.ROOT,
                "Retention of %,d rows of history while the relay drains %,d events and an application writes:"
                        + " throughput %s of that without; longest wait for a lock %.0f ms, slowest transaction of the"
                        + " application %.0f ms, deadlocks %d.%n",
                rows,
                EVENTS,
                Spread.of(ratios),
                longestWait,
                slowest,
                database.deadlocks());
    }

    private Measure withWriter(AtomicLong slowest, Cleaning cleaning) throws Exception {
        database.layEvents(EVENTS, AGGREGATES);
        cleaning.start();
        Measure measure = draining(slowest);
        cleaning.finish();
        return measure;
    }

    private Measure withWriter(AtomicLong slowest) throws Exception {
        database.layEvents(EVENTS, AGGREGATES);
        return draining(slowest);
    }

    private Measure draining(AtomicLong slowest) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = new Thread(() -> write(over, slowest));
        writer.start();
        Measure measure = drain.of(EVENTS, Set.of("orders"));
        over.set(true);
        writer.join();
        return measure;
    }

    private void write(AtomicBoolean over, AtomicLong slowest) {
        try (Connection connection = database.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            database.mark(statement, true);
            while (!over.get()) {
                long begin = System.nanoTime();
                statement.execute(database.oneEvent());
                slowest.accumulateAndGet(System.nanoTime() - begin, Math::max);
            }
            database.mark(statement, false);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Retention over and over until nothing is left, and a look at the locks meanwhile. */
    private final class Cleaning {

        private final Retention retention = new Retention(
                database.dataSource,
                new Schema(database.dataSource, false, TableNames.DEFAULT),
                new RetentionPeriods(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(1)),
                List.of(),
                System::nanoTime);
        private final AtomicBoolean over = new AtomicBoolean();
        private final Thread cleaner = new Thread(this::clean);
        private final Thread watcher = new Thread(this::watch);
        private volatile double longestWait;

        void start() {
            cleaner.start();
            watcher.start();
        }

        void finish() throws InterruptedException {
            cleaner.join();
            over.set(true);
            watcher.join();
        }

        private void clean() {
            try {
                do {
                    retention.run();
                } while (database.expired() > 0);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private void watch() {
            try {
                while (!over.get()) {
                    longestWait = Math.max(longestWait, database.longestWaitMillis());
                    LockSupport.parkNanos(10_000_000);
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
