package org.eeoutbox.jpa.operations;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eeoutbox.jpa.operations.Place.Row;
import org.eeoutbox.operations.EventContent;
import org.eeoutbox.operations.EventCriteria;

/** Reads events. */
final class Finder {

    private static final List<Place> LIVE = List.of(Place.QUARANTINED, Place.WAITING, Place.PENDING);

    /** How far the clocks of nodes, which make ids, may be ahead of that of the database. */
    private static final Duration SKEW = Duration.ofDays(1);

    private Finder() {}

    static List<Row> page(Sql sql, EventCriteria criteria, Conditions conditions, int limit) throws SQLException {
        Place place = Place.of(criteria.state());
        return sql.list(
                found -> place.row(sql, found),
                place.selectList() + conditions.where() + Position.order(place) + " LIMIT " + limit,
                conditions.parameters());
    }

    /** Finds an event that is not history, wherever it is. */
    static Optional<Row> live(Sql sql, UUID id) throws SQLException {
        for (Place place : LIVE) {
            Optional<Row> row = sql.first(found -> place.row(sql, found), place.select() + " WHERE e.id = ?", id);
            if (row.isPresent()) {
                return row;
            }
        }
        return Optional.empty();
    }

    static Optional<Row> anywhere(Sql sql, UUID id) throws SQLException {
        Optional<Row> live = live(sql, id);
        return live.isPresent() ? live : published(sql, id);
    }

    /** History has no index of ids, but an id of version 7 tells since when to look. */
    private static Optional<Row> published(Sql sql, UUID id) throws SQLException {
        return sql.first(
                found -> Place.PUBLISHED.row(sql, found),
                Place.PUBLISHED.select() + " WHERE e.id = ? AND e.published_at >= ?"
                        + " ORDER BY e.published_at DESC LIMIT 1",
                id,
                id.version() == 7
                        ? Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16)
                                .minus(SKEW)
                        : Instant.EPOCH);
    }

    static Optional<EventContent> content(Sql sql, UUID id) throws SQLException {
        Optional<Row> row = anywhere(sql, id);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        Place place = Place.of(row.get().info().state());
        return sql.first(
                found -> new EventContent(found.getString(1), found.getBytes(2), found.getString(3)),
                "SELECT e.content_type, e.payload, e.headers FROM " + place.table() + " e WHERE e.id = ? AND e."
                        + place.since() + " = ?",
                id,
                row.get().info().since());
    }
}
