package org.eeoutbox.jpa.operations;

import static java.util.Comparator.comparing;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.eeoutbox.OutboxOperationException;
import org.eeoutbox.jpa.operations.Place.Row;
import org.eeoutbox.jpa.store.Waiting;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.EventState;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.spi.ShardId;

/**
 * Copies history to where it leaves again. All copies get one time, so the relay sends them by position; pages come in
 * the order of publication, in which the positions of an aggregate rise.
 */
final class Replay {

    private static final int PAGE = 500;
    private static final String THERE = "pending, waiting or quarantined already, or found twice";

    private static final String PREFIXED = "e." + Place.COLUMNS.replace(", ", ", e.");

    /** The type of a bare parameter would not be known. */
    private static final String INSERT = "INSERT INTO outbox_waiting (" + Place.COLUMNS
            + ", reason, available_at, attempts) SELECT " + PREFIXED + ", '" + Waiting.REPLAY
            + "', COALESCE(?, e.published_at), 0"
            + " FROM outbox_published e WHERE e.published_at >= ? AND e.published_at <= ?"
            + " AND NOT EXISTS (SELECT 1 FROM outbox_event p WHERE p.id = e.id)"
            + " AND NOT EXISTS (SELECT 1 FROM outbox_waiting w WHERE w.id = e.id)"
            + " AND NOT EXISTS (SELECT 1 FROM outbox_quarantine q WHERE q.id = e.id)"
            + " AND NOT EXISTS (SELECT 1 FROM outbox_published d WHERE d.id = e.id AND d.published_at >= ?"
            + " AND d.published_at < e.published_at) AND e.id IN (";

    private final Transactions transactions;
    private final Audit audit;
    private final Intent intent;

    Replay(Transactions transactions, Audit audit, Intent intent) {
        this.transactions = transactions;
        this.audit = audit;
        this.intent = intent;
    }

    BulkOutcome run(EventCriteria criteria, Consumer<BulkOutcome> progress) {
        if (criteria.state() != EventState.PUBLISHED) {
            throw new OutboxOperationException(
                    "Only published events can be replayed; the criteria name " + criteria.state() + " ones.");
        }
        if (criteria.from().isEmpty()) {
            throw new OutboxOperationException("A replay needs the time in which its events were published.");
        }
        // What is replayed is published again: without an end this would never come to one.
        Instant start = transactions.run("tell the time", Sql::now);
        Tally tally = new Tally();
        String position = null;
        List<Row> page;
        do {
            page = page(criteria, start, position);
            if (!page.isEmpty()) {
                List<Row> rows = page;
                int copied = transactions.run("replay events", intent.dryRun(), sql -> copy(sql, rows, start));
                tally.done(copied);
                tally.passedOver(THERE, rows.size() - copied);
                progress.accept(tally.outcome());
                position = Position.after(page.get(page.size() - 1));
            }
        } while (page.size() == PAGE);
        return tally.outcome();
    }

    private List<Row> page(EventCriteria criteria, Instant start, String position) {
        Conditions conditions = Conditions.of(criteria).and("e.published_at <= ?", start);
        if (position != null) {
            Position.apply(conditions, Place.PUBLISHED, position);
        }
        return transactions.run("find events", sql -> Finder.page(sql, criteria, conditions, PAGE));
    }

    /** The locks keep two replays of the same events apart. */
    private int copy(Sql sql, List<Row> rows, Instant due) throws SQLException {
        TreeSet<ShardId> shards = new TreeSet<>(comparing(ShardId::channel).thenComparing(ShardId::shard));
        rows.forEach(row -> shards.add(new ShardId(row.aggregate().channel(), row.shard())));
        for (ShardId shard : shards) {
            sql.lock(shard.channel(), shard.shard());
        }
        Instant first = rows.get(0).info().since();
        Instant last = rows.get(rows.size() - 1).info().since();
        List<Object> parameters = new ArrayList<>(List.of(due, first, last, first));
        rows.forEach(row -> parameters.add(row.info().id()));
        String places = String.join(",", Collections.nCopies(rows.size(), "?"));
        int copied = sql.update(INSERT + places + ")", parameters.toArray());
        if (copied > 0) {
            audit.about(
                    sql,
                    "replay",
                    intent,
                    null,
                    null,
                    copied + " events published from " + first + " to " + last + " are sent again, from event "
                            + rows.get(0).info().id() + " to "
                            + rows.get(rows.size() - 1).info().id() + ".");
        }
        return copied;
    }
}
