package org.eeoutbox.spi;

import java.time.Instant;
import java.util.List;
import org.eeoutbox.OutboxEvent;

/**
 * Takes published events before their retention ends and they are removed. A CDI bean of this type in the application
 * is called by the relay's timer, outside any transaction, by one node at a time.
 */
@FunctionalInterface
public interface PublishedArchive {

    /**
     * Takes some events. They are removed only after all of their batch, or on PostgreSQL of their partition, were
     * taken; after a failure they come again, so what is kept must be kept by id.
     *
     * @param events up to a few thousand, not empty; payloads included
     * @throws RuntimeException if they could not be kept; they stay in outbox_published and come again later
     */
    void archive(List<Published> events);

    /**
     * An event of the history.
     *
     * @param event as it was sent, but for a previous sequence that an operator's decision changed
     * @param publishedAt when the relay settled it, by the database's clock
     */
    record Published(OutboxEvent event, Instant publishedAt) {}
}
