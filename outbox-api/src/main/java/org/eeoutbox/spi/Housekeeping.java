package org.eeoutbox.spi;

/** What keeps the tables of the outbox small. The relay's timer calls it; nothing depends on it. */
public interface Housekeeping {

    /**
     * Removes what is past its retention, in small transactions on connections of its own, and returns after some
     * seconds even if more is left. Every node calls it about once a minute; one of them at a time does the work. Must
     * be called outside any JTA transaction.
     *
     * @throws org.eeoutbox.OutboxStoreException if the database or an archive fails; nothing is lost then, and the next
     *     call goes on
     */
    void run();
}
