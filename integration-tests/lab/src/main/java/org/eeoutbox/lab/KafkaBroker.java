package org.eeoutbox.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * One Kafka node (KRaft, broker and controller) in a JVM of its own. Port and data survive {@link #stop()} and
 * {@link #kill()}, so that {@link #start()} brings the same broker back. Not thread-safe.
 */
public final class KafkaBroker implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Path directory;
    private final boolean temporary;
    private final int port;
    private ChildJvm process;

    private KafkaBroker(Path directory, boolean temporary, int port) {
        this.directory = directory;
        this.temporary = temporary;
        this.port = port;
    }

    /**
     * The way to a broker; {@code builder().start()} gives one with all defaults.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Where clients connect.
     *
     * @return host and port, the same for the life of this object
     */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /**
     * The broker's log.
     *
     * @return a file that all runs append to
     */
    public Path log() {
        return directory.resolve("kafka.log");
    }

    /**
     * Starts the broker after a {@link #stop()} or {@link #kill()}; blocks until it answers.
     *
     * @throws IllegalStateException if it runs already or does not come up
     */
    public void start() {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("The broker on port " + port + " runs already; stop or kill it first");
        }
        process = ChildJvm.start(
                System.getProperty("java.class.path"),
                List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true"),
                List.of(
                        KafkaMain.class.getName(),
                        directory.resolve("server.properties").toString()),
                log());
        awaitReady();
    }

    /** Stops the broker in good order; its data stay. */
    public void stop() {
        process.stop();
    }

    /** Kills the broker with SIGKILL; its data stay. */
    public void kill() {
        process.kill();
    }

    /**
     * Creates a topic; topics also come into being at their first use.
     *
     * @param name the topic's name
     * @param partitions the number of its partitions
     * @throws IllegalStateException if the broker refuses
     */
    public void createTopic(String name, int partitions) {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Cannot create topic " + name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while creating topic " + name, e);
        }
    }

    /** Stops the broker and deletes its data, unless a directory was given. */
    @Override
    public void close() {
        stop();
        if (temporary) {
            Directories.delete(directory);
        }
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        try (Admin admin = admin()) {
            while (!answers(admin)) {
                if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                    process.kill();
                    throw new IllegalStateException(
                            "The broker on port " + port + " did not come up:\n" + LogTail.last(log(), 30));
                }
            }
        }
    }

    private static boolean answers(Admin admin) {
        try {
            return !admin.describeCluster()
                    .nodes()
                    .get(500, TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the broker", e);
        }
    }

    private Admin admin() {
        return Admin.create(Map.of(
                "bootstrap.servers",
                bootstrapServers(),
                "reconnect.backoff.ms",
                "50",
                "reconnect.backoff.max.ms",
                "200"));
    }

    /** Options of a broker; each has a default. Not thread-safe. */
    public static final class Builder {

        private final Map<String, String> config = new LinkedHashMap<>();
        private final Map<String, Integer> listeners = new LinkedHashMap<>();
        private final Map<String, Integer> advertised = new LinkedHashMap<>();
        private Path directory;
        private int port;

        private Builder() {
            config.putAll(Map.ofEntries(
                    Map.entry("process.roles", "broker,controller"),
                    Map.entry("node.id", "1"),
                    Map.entry("controller.listener.names", "CONTROLLER"),
                    // After a SIGKILL the controller lets the broker back in only when its old session has expired.
                    Map.entry("broker.session.timeout.ms", "1500"),
                    Map.entry("broker.heartbeat.interval.ms", "300"),
                    Map.entry("num.partitions", "6"),
                    Map.entry("auto.create.topics.enable", "true"),
                    Map.entry("group.initial.rebalance.delay.ms", "0"),
                    Map.entry("offsets.topic.replication.factor", "1"),
                    Map.entry("offsets.topic.num.partitions", "1"),
                    Map.entry("transaction.state.log.replication.factor", "1"),
                    Map.entry("transaction.state.log.min.isr", "1"),
                    Map.entry("share.coordinator.state.topic.replication.factor", "1"),
                    Map.entry("share.coordinator.state.topic.min.isr", "1")));
        }

        /**
         * Keeps the data.
         *
         * @param directory where the broker keeps data, configuration and log; a temporary one by default
         * @return this
         */
        public Builder directory(Path directory) {
            this.directory = directory;
            return this;
        }

        /**
         * Fixes the port.
         *
         * @param port a TCP port; 0, the default, for a free one
         * @return this
         */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /**
         * Sets the number of partitions of topics that come into being at their first use.
         *
         * @param partitions a positive number; 6 by default
         * @return this
         */
        public Builder partitions(int partitions) {
            return config("num.partitions", Integer.toString(partitions));
        }

        /**
         * Adds a way in for clients that shall come through something else, such as a proxy.
         *
         * @param name upper-case letters and digits
         * @param port where the broker listens
         * @param advertisedPort where it tells these clients to connect
         * @return this
         */
        public Builder listener(String name, int port, int advertisedPort) {
            listeners.put(name, port);
            advertised.put(name, advertisedPort);
            return this;
        }

        /**
         * Sets a line of server.properties.
         *
         * @param key its key
         * @param value its value
         * @return this
         */
        public Builder config(String key, String value) {
            config.put(key, value);
            return this;
        }

        /**
         * Starts the broker; blocks until it answers.
         *
         * @return the running broker
         * @throws IllegalStateException if it does not come up
         */
        public KafkaBroker start() {
            KafkaBroker broker =
                    new KafkaBroker(Directories.open(directory, "kafka"), directory == null, Ports.choose(port));
            writeConfig(broker);
            broker.start();
            return broker;
        }

        private void writeConfig(KafkaBroker broker) {
            Properties properties = new Properties();
            String own = "127.0.0.1:" + Ports.choose(0);
            String plain = "PLAINTEXT://" + broker.bootstrapServers();
            properties.put("listeners", plain + ",CONTROLLER://" + own + addresses(listeners));
            properties.put("advertised.listeners", plain + addresses(advertised));
            properties.put("controller.quorum.voters", "1@" + own);
            properties.put(
                    "listener.security.protocol.map",
                    "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"
                            + listeners.keySet().stream()
                                    .map(name -> "," + name + ":PLAINTEXT")
                                    .collect(Collectors.joining()));
            properties.put("log.dirs", broker.directory.resolve("data").toString());
            properties.putAll(config);
            try (Writer out = Files.newBufferedWriter(broker.directory.resolve("server.properties"))) {
                properties.store(out, null);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot write server.properties", e);
            }
        }

        private static String addresses(Map<String, Integer> ports) {
            StringBuilder addresses = new StringBuilder();
            ports.forEach((name, port) ->
                    addresses.append(",").append(name).append("://127.0.0.1:").append(port));
            return addresses.toString();
        }
    }
}
