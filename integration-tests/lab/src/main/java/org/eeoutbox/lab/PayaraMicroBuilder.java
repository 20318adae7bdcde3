package org.eeoutbox.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Options of a {@link PayaraMicro}; each has a default. Not thread-safe. */
public final class PayaraMicroBuilder {

    private final List<String> jvmArguments = new ArrayList<>();
    private final List<String> deployments = new ArrayList<>();
    private final List<String> libraries = new ArrayList<>();
    private final StringBuilder resources = new StringBuilder();
    private Path directory;
    private int port;

    PayaraMicroBuilder() {}

    /**
     * Keeps the server's files, its log among them.
     *
     * @param directory a working directory; a temporary one by default
     * @return this
     */
    public PayaraMicroBuilder directory(Path directory) {
        this.directory = directory;
        return this;
    }

    /**
     * Fixes the HTTP port.
     *
     * @param port a TCP port; 0, the default, for a free one
     * @return this
     */
    public PayaraMicroBuilder port(int port) {
        this.port = port;
        return this;
    }

    /**
     * Deploys an application; several are deployed in the order of the calls.
     *
     * @param archive a WAR or RAR
     * @param contextRoot its context root, such as {@code "/"}; ignored by a RAR
     * @return this
     */
    public PayaraMicroBuilder deploy(Path archive, String contextRoot) {
        deployments.addAll(List.of("--deploy", archive.toString(), "--contextroot", contextRoot));
        return this;
    }

    /**
     * Adds a jar to the server's own class path.
     *
     * @param jar such as a JDBC driver
     * @return this
     */
    public PayaraMicroBuilder library(Path jar) {
        libraries.add(jar.toString());
        return this;
    }

    /**
     * Adds an argument of the JVM, such as {@code -Xmx1g}.
     *
     * @param argument one argument
     * @return this
     */
    public PayaraMicroBuilder jvmArgument(String argument) {
        jvmArguments.add(argument);
        return this;
    }

    /**
     * Sets a system property, which MicroProfile Config also reads.
     *
     * @param key its key
     * @param value its value
     * @return this
     */
    public PayaraMicroBuilder systemProperty(String key, String value) {
        return jvmArgument("-D" + key + "=" + value);
    }

    /**
     * Makes a JDBC resource before the applications are deployed.
     *
     * @param resource the resource
     * @return this
     */
    public PayaraMicroBuilder jdbcResource(JdbcResource resource) {
        resources.append(resource.commands());
        return this;
    }

    /**
     * Starts the process and returns at once.
     *
     * @return the starting server
     */
    public PayaraMicro start() {
        Path home = Directories.open(directory, "payara");
        int chosen = Ports.choose(port);
        PayaraMicro server = new PayaraMicro(home, directory == null, chosen, jvm(home), arguments(home, chosen));
        server.start();
        return server;
    }

    private List<String> jvm(Path home) {
        List<String> all = new ArrayList<>(PayaraMicroJar.moduleArguments());
        all.add("-Djava.io.tmpdir=" + mkdir(home.resolve("tmp")));
        all.add("-Djava.awt.headless=true");
        all.addAll(jvmArguments);
        return all;
    }

    private List<String> arguments(Path home, int chosen) {
        List<String> all = new ArrayList<>(List.of(PayaraMicroJar.mainClass(), "--nohazelcast", "--disablephonehome"));
        all.addAll(List.of("--port", Integer.toString(chosen)));
        all.addAll(List.of("--rootdir", home.resolve("root").toString()));
        if (!libraries.isEmpty()) {
            all.addAll(List.of("--addlibs", String.join(":", libraries)));
        }
        if (!resources.isEmpty()) {
            all.addAll(List.of("--prebootcommandfile", writeCommands(home).toString()));
        }
        all.addAll(deployments);
        return all;
    }

    private Path writeCommands(Path home) {
        try {
            return Files.writeString(home.resolve("preboot.txt"), resources);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the commands for Payara Micro", e);
        }
    }

    private static Path mkdir(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make " + path, e);
        }
    }
}
