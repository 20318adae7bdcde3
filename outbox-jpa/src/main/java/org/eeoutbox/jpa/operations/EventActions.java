package org.eeoutbox.jpa.operations;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eeoutbox.jpa.operations.Place.Row;
import org.eeoutbox.jpa.store.Headers;
import org.eeoutbox.jpa.store.Waiting;
import org.eeoutbox.operations.EventInfo;
import org.eeoutbox.operations.EventState;
import org.eeoutbox.operations.Repair;

/** What can be done with one event. Each first takes the shard's lock and then looks: another may have been faster. */
final class EventActions {

    private EventActions() {}

    static Decision republish(Sql sql, UUID id) throws SQLException {
        Optional<Row> row = locked(sql, id);
        if (row.isEmpty() || row.get().info().state() != EventState.QUARANTINED) {
            return notQuarantined(sql, id, row);
        }
        return republish(sql, row.get());
    }

    /** The lock is held. An aggregate that has gone on must not be held up by what it left behind. */
    static Decision republish(Sql sql, Row row) throws SQLException {
        UUID id = row.info().id();
        boolean ordered = row.info().sequence().isPresent();
        boolean heldAt = ordered && Blocks.isHeldAt(sql, row.aggregate(), id);
        String reason = ordered && !heldAt ? Waiting.REPLAY : Waiting.RETRY;
        sql.update(
                "INSERT INTO outbox_waiting (" + Place.COLUMNS + ", reason, available_at, attempts, error_kind, error)"
                        + " SELECT " + Place.COLUMNS + ", '" + reason + "', " + Sql.NOW + ", 0, error_kind, error"
                        + " FROM outbox_quarantine WHERE id = ?",
                id);
        remove(sql, id);
        return done(
                row,
                "Event " + id + " is sent again now"
                        + (heldAt
                                ? ", and the events behind it follow."
                                : ordered ? ", late: its aggregate has gone on without it." : "."));
    }

    static Decision discard(Sql sql, UUID id) throws SQLException {
        Optional<Row> row = locked(sql, id);
        if (row.isEmpty() || row.get().info().state() != EventState.QUARANTINED) {
            return notQuarantined(sql, id, row);
        }
        EventInfo event = row.get().info();
        boolean heldAt = event.sequence().isPresent() && Blocks.isHeldAt(sql, event.aggregate(), id);
        remove(sql, id);
        int freed = heldAt ? Blocks.leaveOut(sql, event.aggregate()) : 0;
        return done(
                row.get(),
                "Event " + id + " of type " + event.type()
                        + (event.sequence().isPresent()
                                ? " with sequence " + event.sequence().getAsLong()
                                : "")
                        + " is deleted and will not be sent; " + freed + " events behind it leave.");
    }

    static Decision repair(Sql sql, UUID id, Repair repair) throws SQLException {
        Optional<Row> row = locked(sql, id);
        if (row.isEmpty() || !isRepairable(row.get().info())) {
            return notDone(
                    id,
                    row,
                    "Event " + id + " " + whereIs(sql, id, row) + "; only one that has failed can be repaired.");
        }
        List<String> assignments = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        List<String> changes = new ArrayList<>();
        if (repair.payloadChanges()) {
            assignments.add("payload = ?");
            values.add(repair.payload().orElse(null));
            changes.add("payload (" + size(row.get().info()) + " before, "
                    + repair.payload().map(bytes -> bytes.length + " bytes").orElse("none") + " now)");
        }
        repair.contentType().ifPresent(type -> {
            assignments.add("content_type = ?");
            values.add(type);
            changes.add("content type " + type);
        });
        repair.headers().ifPresent(headers -> {
            assignments.add("headers = ?");
            values.add(Headers.toColumn(headers));
            changes.add("headers " + headers.keySet());
        });
        values.add(id);
        String table = Place.of(row.get().info().state()).table();
        sql.update("UPDATE " + table + " SET " + String.join(", ", assignments) + " WHERE id = ?", values.toArray());
        return done(row.get(), "Event " + id + " has another " + String.join(", ", changes) + ".");
    }

    private static boolean isRepairable(EventInfo event) {
        return event.state() == EventState.QUARANTINED
                || event.waiting()
                        .filter(waiting -> Waiting.RETRY.equals(waiting.reason()))
                        .isPresent();
    }

    private static String size(EventInfo event) {
        return event.payloadBytes().isPresent() ? event.payloadBytes().getAsInt() + " bytes" : "none";
    }

    private static Optional<Row> locked(Sql sql, UUID id) throws SQLException {
        Optional<Row> row = Finder.live(sql, id);
        if (row.isEmpty()) {
            return row;
        }
        row.get().lock(sql);
        return Finder.live(sql, id);
    }

    private static void remove(Sql sql, UUID id) throws SQLException {
        sql.update("DELETE FROM outbox_quarantine WHERE id = ?", id);
    }

    private static Decision notQuarantined(Sql sql, UUID id, Optional<Row> row) throws SQLException {
        return notDone(id, row, "Event " + id + " " + whereIs(sql, id, row) + ".");
    }

    private static String whereIs(Sql sql, UUID id, Optional<Row> live) throws SQLException {
        Optional<Row> row = live.isPresent() ? live : Finder.anywhere(sql, id);
        if (row.isEmpty()) {
            return "is not in the outbox";
        }
        EventInfo event = row.get().info();
        return switch (event.state()) {
            case PENDING -> "is pending: the relay sends it by itself";
            case WAITING -> "is not in quarantine, it waits to be sent (" + waiting(event) + ")";
            case QUARANTINED -> "is in quarantine";
            case PUBLISHED -> "was published at " + event.since();
        };
    }

    private static String waiting(EventInfo event) {
        EventInfo.Waiting waiting = event.waiting().orElseThrow();
        return waiting.reason()
                + waiting.until().map(time -> ", due at " + time).orElse("");
    }

    private static Decision done(Row row, String explanation) {
        return new Decision(true, explanation, row.aggregate(), row.info().id());
    }

    private static Decision notDone(UUID id, Optional<Row> row, String explanation) {
        return new Decision(false, explanation, row.map(Row::aggregate).orElse(null), id);
    }
}
