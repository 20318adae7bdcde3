package org.eeoutbox.jpa.inbox;

import java.util.List;
import java.util.OptionalLong;
import org.eeoutbox.ReceivedEvent;
import org.eeoutbox.ReceivedEvent.Position;
import org.eeoutbox.jpa.capture.TransactionSql;
import org.eeoutbox.jpa.store.Dialect;
import org.eeoutbox.jpa.store.Schema;

/**
 * What one consumer has done, on the connection of the transaction in which it does it. A key that another transaction
 * is about to commit is waited for.
 */
final class InboxTable {

    private static final String LAST = "SELECT last_sequence FROM outbox_inbox_sequence"
            + " WHERE consumer = ? AND source = ? AND aggregatetype = ? AND aggregateid = ?";

    private final TransactionSql sql;
    private final Schema schema;
    private final Dialect dialect;
    private final String consumer;

    InboxTable(TransactionSql sql, Schema schema, String consumer) {
        this.sql = sql;
        this.schema = schema;
        this.dialect = schema.dialect();
        this.consumer = consumer;
    }

    /** Takes note of a delivery without a look at its order. */
    Arrival receive(ReceivedEvent event) {
        return isNew(event) ? Arrival.IN_ORDER : Arrival.UNORDERED_DUPLICATE;
    }

    /** Takes note of a delivery and of its number; the aggregate's row stays locked until the transaction ends. */
    Arrival receive(ReceivedEvent event, Position position) {
        if (dialect.receivesInOneStatement()) {
            List<Object[]> before = query(
                    dialect.receiveAndAdvance(),
                    consumer,
                    event.id(),
                    consumer,
                    position.source(),
                    position.aggregateType(),
                    position.aggregateId(),
                    position.sequence());
            return before.isEmpty() ? known(position) : Arrival.ofNew(position, number(before));
        }
        return isNew(event) ? Arrival.ofNew(position, advance(position)) : known(position);
    }

    private boolean isNew(ReceivedEvent event) {
        return !query(dialect.receive(), consumer, event.id()).isEmpty();
    }

    private OptionalLong advance(Position position) {
        if (dialect.prepareAdvance() != null) {
            sql.update(
                    schema.text(dialect.prepareAdvance()),
                    consumer,
                    position.source(),
                    position.aggregateType(),
                    position.aggregateId());
        }
        return number(query(
                dialect.advance(),
                consumer,
                position.source(),
                position.aggregateType(),
                position.aggregateId(),
                position.sequence()));
    }

    private Arrival known(Position position) {
        return Arrival.ofKnown(
                position,
                number(query(LAST, consumer, position.source(), position.aggregateType(), position.aggregateId())));
    }

    private List<Object[]> query(String text, Object... parameters) {
        return sql.query(schema.text(text), parameters);
    }

    private static OptionalLong number(List<Object[]> rows) {
        return rows.isEmpty() || rows.get(0)[0] == null
                ? OptionalLong.empty()
                : OptionalLong.of(((Number) rows.get(0)[0]).longValue());
    }
}
