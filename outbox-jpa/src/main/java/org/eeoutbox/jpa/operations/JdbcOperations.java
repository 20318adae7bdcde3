package org.eeoutbox.jpa.operations;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.eeoutbox.OutboxOperationException;
import org.eeoutbox.jpa.operations.Place.Row;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventContent;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.EventDetails;
import org.eeoutbox.operations.EventPage;
import org.eeoutbox.operations.EventState;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import org.eeoutbox.operations.Repair;

/** The operations of one operator, in local transactions. */
final class JdbcOperations implements OutboxOperations {

    private final Transactions transactions;
    private final Audit audit;

    JdbcOperations(Transactions transactions, Audit audit) {
        this.transactions = transactions;
        this.audit = audit;
    }

    @Override
    public EventPage find(EventCriteria criteria, int limit, Optional<String> from) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new OutboxOperationException(
                    "A page of " + limit + " events is not possible; ask for 1 to " + MAX_PAGE + ".");
        }
        Conditions conditions = Conditions.of(criteria);
        from.ifPresent(position -> Position.apply(conditions, Place.of(criteria.state()), position));
        List<Row> rows = transactions.run("find events", sql -> Finder.page(sql, criteria, conditions, limit + 1));
        boolean more = rows.size() > limit;
        List<Row> page = more ? rows.subList(0, limit) : rows;
        return new EventPage(
                page.stream().map(Row::info).toList(),
                more ? Optional.of(Position.after(page.get(limit - 1))) : Optional.empty());
    }

    @Override
    public Optional<EventDetails> show(UUID id) {
        return transactions.run("show event " + id, sql -> {
            Optional<Row> row = Finder.anywhere(sql, id);
            return row.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new EventDetails(
                            row.get().info(), Blocks.of(sql, row.get().aggregate())));
        });
    }

    @Override
    public Optional<EventContent> content(UUID id) {
        return transactions.run("read event " + id, sql -> Finder.content(sql, id));
    }

    @Override
    public Outcome repair(UUID id, Repair repair, Intent intent) {
        return decide("repair", "event " + id, intent, sql -> EventActions.repair(sql, id, repair));
    }

    @Override
    public Outcome republish(UUID id, Intent intent) {
        return decide("republish", "event " + id, intent, sql -> EventActions.republish(sql, id));
    }

    @Override
    public Outcome discard(UUID id, Intent intent) {
        return decide("discard", "event " + id, intent, sql -> EventActions.discard(sql, id));
    }

    @Override
    public Outcome release(AggregateKey aggregate, Intent intent) {
        return decide(
                "release", storable(aggregate).toString(), intent, sql -> AggregateActions.release(sql, aggregate));
    }

    @Override
    public Outcome skip(AggregateKey aggregate, Intent intent) {
        return decide("skip", storable(aggregate).toString(), intent, sql -> AggregateActions.skip(sql, aggregate));
    }

    private static AggregateKey storable(AggregateKey aggregate) {
        EventCriteria.in(EventState.WAITING)
                .channel(aggregate.channel())
                .aggregateType(aggregate.type())
                .aggregateId(aggregate.id());
        return aggregate;
    }

    private Outcome decide(String action, String subject, Intent intent, Transactions.Work<Decision> work) {
        return transactions.run(action + " " + subject, intent.dryRun(), sql -> {
            Decision decision = work.in(sql);
            audit.about(sql, action, intent, decision.aggregate(), decision.eventId(), decision.detail());
            return decision.outcome();
        });
    }

    @Override
    public BulkOutcome republish(EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress) {
        return new Bulk(transactions, audit, intent).run("republish", EventActions::republish, criteria, progress);
    }

    @Override
    public BulkOutcome discard(EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress) {
        return new Bulk(transactions, audit, intent).run("discard", EventActions::discard, criteria, progress);
    }

    @Override
    public BulkOutcome replay(EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress) {
        return new Replay(transactions, audit, intent).run(criteria, progress);
    }

    @Override
    public Outcome pause(String channel, Intent intent) {
        return switchTo("pause", channel, intent, "paused_since = " + Sql.NOW, "paused_since IS NULL", "paused");
    }

    @Override
    public Outcome resume(String channel, Intent intent) {
        return switchTo("resume", channel, intent, "paused_since = NULL", "paused_since IS NOT NULL", "not paused");
    }

    private Outcome switchTo(
            String action, String channel, Intent intent, String assignment, String condition, String state) {
        EventCriteria.in(EventState.PENDING).channel(channel);
        return transactions.run(action + " the channel " + channel, intent.dryRun(), sql -> {
            int changed = sql.update(
                    "UPDATE outbox_channel SET " + assignment + " WHERE channel = ? AND " + condition, channel);
            Outcome outcome = changed > 0
                    ? new Outcome(true, "The channel '" + channel + "' is " + state + " now.")
                    : new Outcome(false, whyNot(sql, channel, state));
            audit.aboutChannel(
                    sql, action, intent, channel, outcome.done() ? null : "Nothing was done. " + outcome.explanation());
            return outcome;
        });
    }

    private static String whyNot(Sql sql, String channel, String state) throws SQLException {
        List<String> channels =
                sql.list(row -> row.getString(1), "SELECT channel FROM outbox_channel ORDER BY channel");
        return channels.contains(channel)
                ? "The channel '" + channel + "' is " + state + " already."
                : "There is no channel '" + channel + "'; known are " + channels + ".";
    }
}
