package org.eeoutbox.jpa.operations;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.UUID;
import org.eeoutbox.OutboxOperationException;
import org.eeoutbox.jpa.operations.Place.Row;

/** The last event of a page: where the next one begins. In history an id may occur twice, so its order is that of time. */
final class Position {

    private Position() {}

    static String order(Place place) {
        return place == Place.PUBLISHED ? " ORDER BY e.published_at, e.position" : " ORDER BY e.id";
    }

    static String after(Row row) {
        return Place.of(row.info().state()) == Place.PUBLISHED
                ? row.info().since() + "/" + row.position()
                : row.info().id().toString();
    }

    static void apply(Conditions conditions, Place place, String position) {
        try {
            if (place == Place.PUBLISHED) {
                int slash = position.indexOf('/');
                Instant time = Instant.parse(position.substring(0, Math.max(slash, 0)));
                // The first condition is one that an index on the time alone can serve.
                conditions
                        .and("e.published_at >= ?", time)
                        .and(
                                "(e.published_at, e.position) > (?, ?)",
                                time,
                                Long.parseLong(position, slash + 1, position.length(), 10));
            } else {
                conditions.and("e.id > ?", UUID.fromString(position));
            }
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new OutboxOperationException(
                    "'" + position + "' is no place in this list. Use what the page before gave as its next.", e);
        }
    }
}
