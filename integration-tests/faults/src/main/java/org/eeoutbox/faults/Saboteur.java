package org.eeoutbox.faults;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.eeoutbox.faults.Fault.Kind;

/** Carries out a plan: what is about one part of the system one after the other, everything else side by side. */
final class Saboteur {

    private static final Duration SLOWNESS = Duration.ofMillis(150);

    private final Cluster cluster;
    private final Tables tables;
    private final Plan plan;
    private final Consumer<String> log;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private long begun;

    Saboteur(Cluster cluster, Plan plan, Consumer<String> log) {
        this.cluster = cluster;
        this.tables = new Tables(cluster.dataSource());
        this.plan = plan;
        this.log = log;
    }

    void start() {
        begun = System.nanoTime();
        Map<String, List<Fault>> byPart = new LinkedHashMap<>();
        for (Fault fault : plan.faults()) {
            byPart.computeIfAbsent(part(fault), part -> new ArrayList<>()).add(fault);
        }
        byPart.forEach((part, faults) -> {
            Thread thread = new Thread(() -> carryOut(faults), "saboteur-of-" + part);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        });
    }

    /** Returns when all is over and everything works again. */
    void await() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("A fault could not be carried out or made good", failures.get(0));
        }
    }

    private static String part(Fault fault) {
        return switch (fault.kind()) {
            case KILL_NODE, RESTART_NODE, FREEZE_NODE -> "node-" + fault.node();
            case STOP_BROKER, KILL_BROKER -> "broker";
            case CRASH_DATABASE, TERMINATE_SESSIONS -> "database";
            case CUT_DATABASE, SLOW_DATABASE, HALF_OPEN_DATABASE -> "way-to-database-" + fault.node();
            case CUT_BROKER, SLOW_BROKER, HALF_OPEN_BROKER -> "way-to-broker-" + fault.node();
        };
    }

    private void carryOut(List<Fault> faults) {
        try {
            for (Fault fault : faults) {
                sleepUntil(begun + fault.at().toNanos());
                log("begins", fault);
                carryOut(fault);
                log("is over", fault);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException e) {
            synchronized (failures) {
                failures.add(e);
            }
        }
    }

    private void log(String what, Fault fault) {
        log.accept(String.format(Locale.ROOT, "%6.1f s  %s: %s", (System.nanoTime() - begun) / 1e9, what, fault));
    }

    private void carryOut(Fault fault) throws InterruptedException, SQLException {
        switch (fault.kind()) {
            case KILL_NODE -> cluster.node(fault.node()).crash();
            case RESTART_NODE -> cluster.node(fault.node()).restart();
            case FREEZE_NODE -> {
                cluster.node(fault.node()).freeze();
                last(fault);
                cluster.node(fault.node()).thaw();
            }
            case STOP_BROKER, KILL_BROKER -> {
                if (fault.kind() == Kind.STOP_BROKER) {
                    cluster.broker().stop();
                } else {
                    cluster.broker().kill();
                }
                last(fault);
                cluster.broker().start();
            }
            case CRASH_DATABASE -> cluster.database().crash();
            case TERMINATE_SESSIONS -> tables.terminateSessions();
            default -> disturb(fault);
        }
    }

    private void disturb(Fault fault) throws InterruptedException {
        Node node = cluster.node(fault.node());
        Proxy way = part(fault).startsWith("way-to-database") ? node.database() : node.broker();
        switch (fault.kind()) {
            case CUT_DATABASE, CUT_BROKER -> way.cut();
            case SLOW_DATABASE, SLOW_BROKER -> way.delay(SLOWNESS);
            default -> way.silence();
        }
        last(fault);
        way.pass();
    }

    private static void last(Fault fault) throws InterruptedException {
        Thread.sleep(fault.length().toMillis());
    }

    private static void sleepUntil(long nanoTime) throws InterruptedException {
        long left = nanoTime - System.nanoTime();
        if (left > 0) {
            Thread.sleep(left / 1_000_000);
        }
    }
}
