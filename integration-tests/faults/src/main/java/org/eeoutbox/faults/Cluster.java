package org.eeoutbox.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.kafka.common.TopicPartition;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.jpa.store.TableNames;
import org.eeoutbox.lab.KafkaBroker;
import org.eeoutbox.lab.Postgres;

/**
 * The database, the broker, the nodes, and the network between them. One thread starts and stops it; each part is used
 * by one thread at a time.
 */
final class Cluster implements AutoCloseable {

    /** Between the largest healthy event and those that shall be refused. */
    private static final String LARGEST_MESSAGE = "200000";

    private static final int PARTITIONS = 3;
    private static final List<String> TOPICS = List.of(Workload.LEDGER, Workload.NOTES);

    private final Path directory;
    private final Path war;
    private final int size;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<Node> nodes = new ArrayList<>();
    private Postgres database;
    private KafkaBroker broker;

    Cluster(Path directory, Path war, int size) {
        this.directory = directory;
        this.war = war;
        this.size = size;
    }

    void start() throws SQLException {
        database = opened(Postgres.builder()
                .dataDirectory(directory.resolve("postgresql"))
                .start());
        new Schema(dataSource(), true, TableNames.DEFAULT).dialect();
        new Tables(dataSource()).create();
        KafkaBroker.Builder builder = KafkaBroker.builder()
                .directory(directory.resolve("kafka"))
                .config("message.max.bytes", LARGEST_MESSAGE);
        List<Proxy> ways = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            int port = freePort();
            Proxy way = opened(new Proxy(port));
            ways.add(way);
            builder.listener("NODE" + i, port, way.port());
        }
        broker = opened(builder.start());
        TOPICS.forEach(topic -> broker.createTopic(topic, PARTITIONS));
        for (int i = 1; i <= size; i++) {
            Proxy toDatabase = opened(new Proxy(database.port()));
            nodes.add(opened(new Node(i, directory.resolve("node-" + i), war, database, toDatabase, ways.get(i - 1))));
        }
        nodes.forEach(Node::start);
        nodes.forEach(Node::awaitReady);
    }

    DataSource dataSource() {
        return database.dataSource();
    }

    Postgres database() {
        return database;
    }

    KafkaBroker broker() {
        return broker;
    }

    /** A node by its number, the first of which is 1. */
    Node node(int number) {
        return nodes.get(number - 1);
    }

    List<Node> nodes() {
        return nodes;
    }

    List<URI> addresses() {
        return nodes.stream().map(Node::postings).toList();
    }

    static List<TopicPartition> partitions() {
        return TOPICS.stream()
                .flatMap(topic -> IntStream.range(0, PARTITIONS).mapToObj(i -> new TopicPartition(topic, i)))
                .toList();
    }

    /** Stops everything, the last started first. */
    @Override
    public void close() {
        while (true) {
            AutoCloseable next;
            synchronized (opened) {
                next = opened.poll();
            }
            if (next == null) {
                return;
            }
            try {
                next.close();
            } catch (Exception e) {
                System.err.println("faults: " + next.getClass().getSimpleName() + " did not stop: " + e);
            }
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        synchronized (opened) {
            opened.push(resource);
        }
        return resource;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("No free port", e);
        }
    }
}
