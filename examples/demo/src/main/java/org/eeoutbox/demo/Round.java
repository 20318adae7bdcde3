package org.eeoutbox.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Puts one load on the application and draws the balance of the events that arrive in the topic. */
final class Round {

    private static final int CUSTOMERS = 200;
    private static final int CLIENTS = 8;
    private static final Duration OVER_A_HICCUP = Duration.ofSeconds(10);
    private static final Duration OVER_A_RESTART = Duration.ofMinutes(3);
    private static final Duration LATE_DUPLICATES = Duration.ofSeconds(2);
    private static final Duration GIVE_UP = Duration.ofSeconds(60);

    private final Servers servers;
    private final Load load;
    private final Progress progress;
    private final Ledger ledger = new Ledger();
    private final Effects effects;
    private final List<CountDownLatch> kills = new ArrayList<>();

    /**
     * What to do.
     *
     * @param customers the first part of the customers' names
     * @param orders how many orders to place
     * @param rate orders per second; 0 for as fast as possible
     * @param kills how often to kill both services, evenly spread over the orders
     */
    record Load(String customers, int orders, int rate, int kills) {}

    Round(Servers servers, Load load, Progress progress) {
        this.servers = servers;
        this.load = load;
        this.progress = progress;
        this.effects = new Effects(servers.billingData(), load.customers());
        for (int i = 1; i <= load.kills(); i++) {
            kills.add(new CountDownLatch(Math.max(1, load.orders() * i / (load.kills() + 1))));
        }
    }

    Verdict run() throws InterruptedException {
        try (TopicReader reader =
                new TopicReader(servers.bootstrapServers(), Servers.TOPIC, load.customers(), ledger)) {
            reader.start();
            placeAll();
            progress.say("  placed   " + ledger.placedCount() + " orders; waiting for their events and invoices");
            awaitEvents(reader);
        }
        return ledger.verdict();
    }

    private void placeAll() throws InterruptedException {
        progress.say("  placing  " + load.orders() + " orders of " + CUSTOMERS + " customers (" + load.customers()
                + "*), " + CLIENTS + " clients, "
                + (load.rate() == 0 ? "as fast as possible" : load.rate() + " a second"));
        OrderClient client = new OrderClient(servers.api(), load.kills() > 0 ? OVER_A_RESTART : OVER_A_HICCUP);
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS + 1);
        try {
            long begun = System.nanoTime();
            List<Future<?>> work = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int first = i;
                work.add(threads.submit(() -> placeEveryEighth(client, first, begun)));
            }
            work.add(threads.submit(this::killServices));
            for (Future<?> part : work) {
                part.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "The check broke off: " + e.getCause().getMessage(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** The orders of one customer all come from one client, so that their order is known. */
    private Void placeEveryEighth(OrderClient client, int first, long begun) throws InterruptedException {
        for (int index = first; index < load.orders(); index += CLIENTS) {
            awaitTurn(index, begun);
            ledger.placed(client.place(load.customers() + index % CUSTOMERS, index));
            kills.forEach(CountDownLatch::countDown);
        }
        return null;
    }

    private void awaitTurn(int index, long begun) throws InterruptedException {
        if (load.rate() > 0) {
            long due = begun + index * 1_000_000_000L / load.rate();
            long nanos = due - System.nanoTime();
            if (nanos > 0) {
                Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
            }
        }
    }

    private Void killServices() throws InterruptedException {
        for (CountDownLatch due : kills) {
            due.await();
            servers.crashServices();
        }
        return null;
    }

    /** Ends when nothing has come for a while: neither an event nor an invoice. */
    private void awaitEvents(TopicReader reader) throws InterruptedException {
        long lastSeen = System.nanoTime();
        Map<UUID, Integer> before = Map.of();
        Duration quiet;
        do {
            Thread.sleep(200);
            Map<UUID, Integer> now = effects.byOrder();
            ledger.effects(now);
            lastSeen = now.equals(before) ? Math.max(lastSeen, reader.lastSeen()) : System.nanoTime();
            before = now;
            quiet = Duration.ofNanos(System.nanoTime() - lastSeen);
        } while (quiet.compareTo(ledger.complete() ? LATE_DUPLICATES : GIVE_UP) < 0);
    }
}
