package org.eeoutbox.jpa.operations;

import static java.util.Comparator.comparing;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.eeoutbox.OutboxOperationException;
import org.eeoutbox.jpa.operations.Place.Row;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.EventState;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.spi.ShardId;

/** One action on many quarantined events, in small transactions that concern one shard each. */
final class Bulk {

    private static final int PAGE = 1_000;
    private static final int TRANSACTION = 100;
    private static final String CHANGED = "changed by someone else meanwhile";

    private final Transactions transactions;
    private final Audit audit;
    private final Intent intent;
    private final Tally tally = new Tally();

    Bulk(Transactions transactions, Audit audit, Intent intent) {
        this.transactions = transactions;
        this.audit = audit;
        this.intent = intent;
    }

    BulkOutcome run(String name, Action action, EventCriteria criteria, Consumer<BulkOutcome> progress) {
        if (criteria.state() != EventState.QUARANTINED) {
            throw new OutboxOperationException(
                    "Only quarantined events can be operated on by criteria; the criteria name " + criteria.state()
                            + " ones.");
        }
        // Not what is given up while this runs: nobody has looked at it.
        Instant start = transactions.run("tell the time", Sql::now);
        String position = null;
        while (true) {
            List<Row> page = page(criteria, start, position);
            for (List<Row> rows : batches(page)) {
                tally.add(transactions.run(name + " events", intent.dryRun(), sql -> batch(sql, name, action, rows)));
                progress.accept(tally.outcome());
            }
            if (page.size() < PAGE) {
                return tally.outcome();
            }
            position = Position.after(page.get(page.size() - 1));
        }
    }

    private List<Row> page(EventCriteria criteria, Instant start, String position) {
        Conditions conditions = Conditions.of(criteria).and("e.quarantined_at <= ?", start);
        if (position != null) {
            Position.apply(conditions, Place.QUARANTINED, position);
        }
        return transactions.run("find events", sql -> Finder.page(sql, criteria, conditions, PAGE));
    }

    /** In order of position, so that the events of an aggregate keep theirs. */
    private static List<List<Row>> batches(List<Row> page) {
        TreeMap<ShardId, List<Row>> shards =
                new TreeMap<>(comparing(ShardId::channel).thenComparing(ShardId::shard));
        page.stream()
                .sorted(comparing(Row::position))
                .forEach(row -> shards.computeIfAbsent(
                                new ShardId(row.aggregate().channel(), row.shard()), shard -> new ArrayList<>())
                        .add(row));
        List<List<Row>> batches = new ArrayList<>();
        for (List<Row> rows : shards.values()) {
            for (int first = 0; first < rows.size(); first += TRANSACTION) {
                batches.add(rows.subList(first, Math.min(first + TRANSACTION, rows.size())));
            }
        }
        return batches;
    }

    private BulkOutcome batch(Sql sql, String name, Action action, List<Row> rows) throws SQLException {
        Tally counted = new Tally();
        for (Row row : rows) {
            Decision decision = action.decide(sql, row.info().id());
            if (decision.done()) {
                counted.done(1);
                audit.about(sql, name, intent, decision.aggregate(), decision.eventId(), decision.detail());
            } else {
                counted.passedOver(CHANGED, 1);
            }
        }
        return counted.outcome();
    }

    /** What is done with each event, under its shard's lock. */
    interface Action {
        Decision decide(Sql sql, UUID id) throws SQLException;
    }
}
