package org.eeoutbox.demo;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import javax.sql.DataSource;
import org.eeoutbox.lab.KafkaBroker;

/**
 * The database, the broker, and the two services of the example: orders are placed in one and billed by the other, which
 * reads the first one's events. One thread starts and uses them; {@link #close()} may come from another at any time.
 */
final class Servers implements AutoCloseable {

    static final String TOPIC = "orders";

    private static final String INVOICES = "invoices";
    private static final int PARTITIONS = 6;

    private final Path directory;
    private final Wars wars;
    private final int port;
    private final Database database;
    private final Progress progress;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private Database.Running orderData;
    private Database.Running billingData;
    private KafkaBroker broker;
    private Service orders;
    private Service billing;

    /**
     * The applications.
     *
     * @param orders takes orders
     * @param billing bills them
     */
    record Wars(Path orders, Path billing) {}

    Servers(Path directory, Wars wars, int port, Database database, Progress progress) {
        this.directory = directory;
        this.wars = wars;
        this.port = port;
        this.database = database;
        this.progress = progress;
    }

    void start() {
        progress.say("Logs: " + directory);
        Function<String, Database.Running> databases =
                progress.step("database " + database, () -> database.start(directory, this::opened));
        orderData = withTables(databases.apply("orders"));
        billingData = withTables(databases.apply("billing"));
        broker = progress.step(
                "Kafka",
                () -> KafkaBroker.builder()
                        .directory(directory.resolve("kafka"))
                        .start());
        opened(broker);
        broker.createTopic(TOPIC, PARTITIONS);
        broker.createTopic(INVOICES, PARTITIONS);
        progress.step("Payara Micro with the orders service", () -> {
            orders = begin(new Service.Application("orders", wars.orders(), port, "customers/nobody"), orderData);
            return orders.awaitReady();
        });
        progress.step("Payara Micro with the billing service", () -> {
            billing = begin(
                    new Service.Application("billing", wars.billing(), 0, "customers/nobody/invoices"), billingData);
            return billing.awaitReady();
        });
    }

    private Database.Running withTables(Database.Running data) {
        database.outboxTables().forEach(script -> script.run(data.source()));
        return data;
    }

    private Service begin(Service.Application application, Database.Running data) {
        Service service = Service.start(application, directory, data, bootstrapServers(), this::showStage);
        opened(service);
        return service;
    }

    URI api() {
        return orders.api();
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** Where the invoices are. */
    DataSource billingData() {
        return billingData.source();
    }

    /** Kills both services with SIGKILL and starts them again; returns when both applications answer. */
    void crashServices() {
        orders.kill();
        billing.kill();
        progress.step("both services again, after SIGKILL", () -> {
            orders.restart();
            billing.restart();
            orders.awaitReady();
            return billing.awaitReady();
        });
    }

    String instructions() {
        return """

                The orders service   %1$s
                The billing service  %2$s
                Their databases      %3$s
                                     %4$s
                Their topics         %5$s and %6$s, Kafka at %7$s

                Try, in another terminal:

                  curl -i %1$s/orders -H 'Content-Type: application/json' -d '{"customer":"alice","total":42.50}'
                  curl %2$s/customers/alice/invoices
                  curl %1$s/customers/alice
                  curl -X DELETE %1$s/orders/<the id from the first answer>

                Ctrl-C stops everything.""".formatted(
                        address(orders),
                        address(billing),
                        orderData.description(),
                        billingData.description(),
                        TOPIC,
                        INVOICES,
                        bootstrapServers());
    }

    private static String address(Service service) {
        return "http://localhost:" + service.api().getPort() + "/api";
    }

    /** Stops everything, the last started first. */
    @Override
    public void close() {
        while (true) {
            AutoCloseable next = next();
            if (next == null) {
                return;
            }
            try {
                next.close();
            } catch (Exception e) {
                progress.say("demo: " + next.getClass().getSimpleName() + " did not stop: " + e);
            }
        }
    }

    private void showStage(String line) {
        int bundle = line.indexOf("Payara Micro ");
        if (bundle >= 0 && line.contains("ready in")) {
            progress.say("    " + line.substring(bundle).strip());
        }
    }

    private synchronized void opened(AutoCloseable resource) {
        opened.push(resource);
    }

    private synchronized AutoCloseable next() {
        return opened.poll();
    }
}
