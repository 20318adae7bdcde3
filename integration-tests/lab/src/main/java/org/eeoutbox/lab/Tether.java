package org.eeoutbox.lab;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Main class of every child JVM: runs another main class and ends the JVM in good order when its standard input ends.
 * The parent holds the other end of that pipe, so the operating system closes it whatever way the parent dies.
 */
public final class Tether {

    private static final long SHUTDOWN_GRACE_MILLIS = 20_000;

    private Tether() {}

    /**
     * Runs the named main class.
     *
     * @param args the class to run, then its arguments
     * @throws ReflectiveOperationException if there is no such class or it has no main method
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        InputStream lifeline = System.in;
        startDaemon("tether", () -> awaitEnd(lifeline));
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace();
            System.exit(1);
        }
    }

    private static void awaitEnd(InputStream lifeline) {
        try {
            while (lifeline.read() >= 0) {
                // The parent never writes; only the end of the stream matters.
            }
        } catch (IOException e) {
            // As good as its end.
        }
        startDaemon("tether-halt", Tether::haltAfterGrace);
        System.exit(0);
    }

    /** A shutdown hook that hangs must not make an orphan. */
    private static void haltAfterGrace() {
        try {
            Thread.sleep(SHUTDOWN_GRACE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }

    private static void startDaemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
