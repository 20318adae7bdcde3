package org.eeoutbox.bench;

/** What one transaction does, and what it is compared with. */
enum Kind {
    PERSIST("hand-written `em.persist`", "persist", 1, null, 0),
    PERSIST_AGAIN("the same again (noise)", "persist", 1, PERSIST, 0),
    UNORDERED("one unordered event", "unordered", 1, PERSIST, 1.05),
    ORDERED("one ordered event", "ordered", 1, PERSIST, 1.25),
    TEN_UNORDERED("ten unordered events", "unordered", 10, UNORDERED, 3),
    TEN_ORDERED("ten ordered events of one aggregate", "ordered", 10, ORDERED, 3),
    TEN_AGGREGATES("ten ordered events of ten aggregates", "aggregates", 10, ORDERED, 3),
    KEY_BY_HAND("a consumer that inserts the key by hand", "key-by-hand", 1, null, 0),
    IDEMPOTENT("the same consumer, `@Idempotent`", "idempotent", 1, KEY_BY_HAND, 1.33),
    IDEMPOTENT_ORDERED("the same, of events whose order is checked", "idempotent-ordered", 1, KEY_BY_HAND, 1.33);

    final String title;
    final String path;
    final int events;
    final Kind base;
    final double bar;

    Kind(String title, String path, int events, Kind base, double bar) {
        this.title = title;
        this.path = path;
        this.events = events;
        this.base = base;
        this.bar = bar;
    }
}
