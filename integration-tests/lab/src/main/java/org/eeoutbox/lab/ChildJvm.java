package org.eeoutbox.lab;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One run of a Java program in a process of its own, tied to this JVM by its standard input. Not thread-safe. */
final class ChildJvm {

    private static final Duration STOP_GRACE = Duration.ofSeconds(25);

    private final Process process;

    private ChildJvm(Process process) {
        this.process = process;
    }

    /**
     * Starts {@code main} under {@link Tether}.
     *
     * @param classPath what the program needs; the tether's own place is added
     * @param log receives both output streams, appended
     */
    static ChildJvm start(String classPath, List<String> jvmArguments, List<String> mainAndArguments, Path log) {
        List<String> command = new ArrayList<>();
        // A Ctrl-C in a terminal reaches every process of the group; only the parent shall act on it.
        command.addAll(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArguments);
        command.addAll(
                List.of("-cp", classPath + File.pathSeparator + Classpath.of(Tether.class), Tether.class.getName()));
        command.addAll(mainAndArguments);
        try {
            return new ChildJvm(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + mainAndArguments.get(0), e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** Ends the program in good order, by force after a grace. */
    void stop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process is gone or going.
        }
        if (!waitFor(STOP_GRACE)) {
            kill();
        }
    }

    /** SIGKILL: no hook runs. Returns when the process is gone. */
    void kill() {
        process.destroyForcibly();
        waitFor(STOP_GRACE);
    }

    /** Sends any other signal, by its name without SIG. */
    void signal(String name) {
        try {
            int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("Cannot send SIG" + name + " to process " + pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot send SIG" + name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean waitFor(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
