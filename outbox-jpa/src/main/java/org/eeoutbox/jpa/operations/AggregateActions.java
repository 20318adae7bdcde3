package org.eeoutbox.jpa.operations;

import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.eeoutbox.jpa.operations.Place.Row;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.EventDetails.Block;
import org.eeoutbox.operations.EventState;

/** What can be done with an aggregate that stands at an event. */
final class AggregateActions {

    private AggregateActions() {}

    static Decision release(Sql sql, AggregateKey aggregate) throws SQLException {
        Optional<Block> block = Blocks.lock(sql, aggregate).filter(Block::held);
        if (block.isEmpty()) {
            return standsAtNothing(aggregate);
        }
        UUID id = block.get().eventId();
        Optional<Row> row = Finder.live(sql, id);
        if (row.isEmpty() || row.get().info().state() == EventState.PENDING) {
            return notDone(
                    aggregate,
                    id,
                    "The aggregate " + aggregate + " stands at event " + id
                            + ", which is neither waiting nor in quarantine. Skip it to let the aggregate go on.");
        }
        if (row.get().info().state() == EventState.QUARANTINED) {
            return EventActions.republish(sql, row.get());
        }
        // Past for whoever comes next: of two operators at once, the second may have begun first.
        int moved = sql.update(
                "UPDATE outbox_waiting SET available_at = LEAST(occurred_at, " + Sql.NOW + ") WHERE id = ?"
                        + " AND (available_at IS NULL OR available_at > " + Sql.NOW + ")",
                id);
        return moved == 0
                ? notDone(aggregate, id, "Event " + id + " is due already; the relay is about to send it.")
                : done(aggregate, id, "Event " + id + " is sent again now, and the events behind it follow.");
    }

    static Decision skip(Sql sql, AggregateKey aggregate) throws SQLException {
        Optional<Block> block = Blocks.lock(sql, aggregate).filter(Block::held);
        if (block.isEmpty()) {
            return standsAtNothing(aggregate);
        }
        UUID id = block.get().eventId();
        sql.update(
                "INSERT INTO outbox_quarantine (" + Place.COLUMNS + ", quarantined_at, attempts, error_kind, error)"
                        + " SELECT " + Place.COLUMNS + ", " + Sql.NOW + ", attempts, COALESCE(error_kind, 'skipped'),"
                        + " COALESCE(error, 'An operator skipped it before it was tried.') FROM outbox_waiting"
                        + " WHERE id = ?",
                id);
        sql.update("DELETE FROM outbox_waiting WHERE id = ?", id);
        int freed = Blocks.leaveOut(sql, aggregate);
        return done(
                aggregate, id, "Event " + id + " is left out and in quarantine; " + freed + " events behind it leave.");
    }

    private static Decision standsAtNothing(AggregateKey aggregate) {
        return notDone(aggregate, null, "The aggregate " + aggregate + " stands at no event; nothing holds it up.");
    }

    private static Decision done(AggregateKey aggregate, UUID id, String explanation) {
        return new Decision(true, explanation, aggregate, id);
    }

    private static Decision notDone(AggregateKey aggregate, UUID id, String explanation) {
        return new Decision(false, explanation, aggregate, id);
    }
}
