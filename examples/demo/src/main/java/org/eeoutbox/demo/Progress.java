package org.eeoutbox.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/** Tells the person in front of the screen what happens; standard output is left to the result. */
final class Progress {

    private final PrintStream out;

    private Progress(PrintStream out) {
        this.out = out;
    }

    static Progress toStandardError() {
        return new Progress(System.err);
    }

    void say(String message) {
        out.println(message);
    }

    /** Announces a step, does it, and says how long it took. */
    <T> T step(String name, Supplier<T> work) {
        out.printf("  starting %s ...%n", name);
        long begun = System.nanoTime();
        T result = work.get();
        double seconds = Duration.ofNanos(System.nanoTime() - begun).toMillis() / 1000.0;
        out.printf(Locale.ROOT, "  started  %s in %.1f s%n", name, seconds);
        return result;
    }
}
