package org.eeoutbox.lab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** The broker's own main class, after the storage was formatted if it is new. Runs in the child JVM. */
public final class KafkaMain {

    private KafkaMain() {}

    /**
     * Runs a broker until the JVM is told to end.
     *
     * @param args the path of server.properties
     * @throws IOException if that file cannot be read
     */
    public static void main(String[] args) throws IOException {
        String[] format = {
            "format", "--ignore-formatted", "--cluster-id", Uuid.randomUuid().toString(), "--config", args[0]
        };
        if (isNew(args[0]) && StorageTool.execute(format, System.out) != 0) {
            throw new IllegalStateException("Cannot format the storage named in " + args[0]);
        }
        Kafka.main(args);
    }

    private static boolean isNew(String serverProperties) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(Path.of(serverProperties))) {
            properties.load(in);
        }
        return !Files.exists(Path.of(properties.getProperty("log.dirs"), "meta.properties"));
    }
}
