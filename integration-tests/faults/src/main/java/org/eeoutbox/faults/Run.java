package org.eeoutbox.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.eeoutbox.faults.Tables.GivenUp;
import org.eeoutbox.jpa.operations.OperationsDatabase;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;

/** One run: clients write while a plan is carried out; then everything has to come to rest, and is checked. */
final class Run {

    /** Longer than any time-out and back-off of the system one after the other. */
    private static final Duration REST = Duration.ofMinutes(3);

    private static final long POLL_MILLIS = 250;

    /** How long nothing may stir. */
    private static final Duration CALM = Duration.ofMillis(800);

    private final Cluster cluster;
    private final TopicReader reader;
    private final Path directory;
    private final Load load;
    private final Tables tables;

    /**
     * What clients do.
     *
     * @param rate how many transactions they ask for in a second
     * @param clients how many they are
     * @param accounts how many accounts they write to
     * @param refusedPerMillion how many of a million events are too large for the broker
     * @param history how long published events are kept
     */
    record Load(int rate, int clients, int accounts, int refusedPerMillion, Duration history) {

        /** Accounts that are fought for, and many events to decide about. */
        static Load dense(int rate) {
            return new Load(rate, 16, 24, 8_000, Duration.ofSeconds(5));
        }
    }

    Run(Cluster cluster, TopicReader reader, Path directory, Load load) {
        this.cluster = cluster;
        this.reader = reader;
        this.directory = directory;
        this.load = load;
        this.tables = new Tables(cluster.dataSource());
    }

    /**
     * Runs a plan and checks what came of it. What a bad one leaves is written down.
     *
     * @param plan what goes wrong
     * @param name the first part of all accounts and keys; unlike those of other runs, also of the beginnings of them
     * @param log takes a line for each fault as it begins and ends
     */
    Verdict carryOut(Plan plan, String name, Consumer<String> log) throws SQLException, InterruptedException {
        List<String> accounts = IntStream.range(0, load.accounts())
                .mapToObj(i -> name + "a" + i)
                .toList();
        tables.open(accounts);
        Clients clients = clients(plan.seed(), name, accounts);
        Operators operators = new Operators(
                tables,
                new OperationsDatabase(
                        cluster.dataSource(), new Schema(cluster.dataSource(), false, TableNames.DEFAULT)),
                name,
                plan.seed());
        Saboteur saboteur = new Saboteur(cluster, plan, log);
        boolean calm;
        List<Write> writes;
        try (Cleaner cleaner = new Cleaner(cluster.dataSource(), load.history())) {
            long begun = System.nanoTime();
            cleaner.start();
            operators.start();
            clients.start();
            saboteur.start();
            saboteur.await();
            Thread.sleep(Math.max(0, plan.length().toMillis() - (System.nanoTime() - begun) / 1_000_000));
            writes = clients.stop();
            operators.finish();
            calm = awaitCalm(name);
        }
        History history = history(name, writes, operators.stop());
        Verdict verdict = Checker.check(history);
        if (!verdict.good() || !calm) {
            writeDown(plan, name, history, verdict);
        }
        reader.forget(name);
        if (verdict.good() && !calm) {
            throw new IllegalStateException("The system did not come to rest after seed " + plan.seed());
        }
        return verdict;
    }

    private Clients clients(long seed, String name, List<String> accounts) {
        List<Workload> workloads = IntStream.range(0, load.clients())
                .mapToObj(i -> new Workload(seed * 31 + i, name + "c" + i + "-", accounts, load.refusedPerMillion()))
                .toList();
        return new Clients(cluster.addresses(), load.rate(), workloads);
    }

    /**
     * Waits until no transaction is open that might still commit, the outbox is empty, and all is read that has arrived;
     * {@code false} if that does not come.
     */
    private boolean awaitCalm(String name) throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + REST.toNanos();
        long since = System.nanoTime();
        while (System.nanoTime() - deadline < 0) {
            if (!isCalm(name)) {
                since = System.nanoTime();
            } else if (System.nanoTime() - since > CALM.toNanos() && reader.hasCaughtUpSince(since + CALM.toNanos())) {
                return true;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return false;
    }

    private boolean isCalm(String name) throws SQLException, InterruptedException {
        for (Node node : cluster.nodes()) {
            if (!node.isIdle()) {
                return false;
            }
        }
        return tables.openTransactions() == 0 && tables.live(name) == 0 && tables.held(name) == 0;
    }

    private History history(String name, List<Write> writes, Map<UUID, GivenUp> seen) throws SQLException {
        return new History(
                writes,
                tables.stored(name),
                reader.of(name),
                tables.decisions(name, seen),
                Operators.reasons(seen),
                tables.leftOver(name),
                Set.of(Workload.NOTES));
    }

    private void writeDown(Plan plan, String name, History history, Verdict verdict) throws SQLException {
        Path file = directory.resolve("history-" + plan.seed() + ".txt");
        List<String> tail = new ArrayList<>(tables.describe(name));
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            out.println(plan);
            out.println(verdict.counts());
            verdict.findings().forEach(out::println);
            tail.forEach(out::println);
            history.writes().forEach(out::println);
            history.stored().forEach((key, number) -> out.println("stored " + key + " " + number));
            history.deliveries().forEach(out::println);
            history.decisions().forEach(out::println);
            history.givenUp().forEach((key, reason) -> out.println("given up " + key + " " + reason));
            history.leftOver().forEach((key, table) -> out.println("left over " + key + " " + table));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }
}
