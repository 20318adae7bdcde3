package org.eeoutbox.tests.commit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What happened in a transaction, in order. Static, so that JPA callbacks reach it; one test runs at a time. */
public final class Trace {

    private static final List<String> ENTRIES = new CopyOnWriteArrayList<>();

    private Trace() {}

    public static void add(String entry) {
        ENTRIES.add(entry);
    }

    public static List<String> entries() {
        return List.copyOf(ENTRIES);
    }

    public static void clear() {
        ENTRIES.clear();
    }
}
