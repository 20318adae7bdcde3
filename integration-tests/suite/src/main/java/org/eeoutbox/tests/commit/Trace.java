package org.eeoutbox.tests.commit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What happened in a transaction, in order. Static, so that JPA callbacks reach it; one test runs at a time. */
final class Trace {

    private static final List<String> ENTRIES = new CopyOnWriteArrayList<>();

    private Trace() {}

    static void add(String entry) {
        ENTRIES.add(entry);
    }

    static List<String> entries() {
        return List.copyOf(ENTRIES);
    }

    static void clear() {
        ENTRIES.clear();
    }
}
