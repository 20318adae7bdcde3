package org.eeoutbox.jpa.operations;

import com.github.f4b6a3.uuid.UuidCreator;
import java.sql.SQLException;
import java.util.UUID;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.Intent;

/** What one operator does, written down in the transaction that does it. */
final class Audit {

    private static final int MAX_ACTOR = 255;

    private static final String INSERT = "INSERT INTO outbox_audit"
            + " (id, at, actor, action, reason, channel, aggregatetype, aggregateid, event_id, detail)"
            + " VALUES (?, " + Sql.NOW + ", ?, ?, ?, ?, ?, ?, ?, ?)";

    private final String actor;

    /** The container's names for callers have no limit; the column has one. */
    Audit(String actor) {
        String storable = actor.replace('\0', '\uFFFD');
        this.actor = storable.length() > MAX_ACTOR ? storable.substring(0, MAX_ACTOR) : storable;
    }

    void about(Sql sql, String action, Intent intent, AggregateKey aggregate, UUID eventId, String detail)
            throws SQLException {
        String channel = aggregate == null ? null : aggregate.channel();
        String type = aggregate == null ? null : aggregate.type();
        String id = aggregate == null ? null : aggregate.id();
        sql.update(
                INSERT,
                UuidCreator.getTimeOrderedEpoch(),
                actor,
                action,
                intent.reason(),
                channel,
                type,
                id,
                eventId,
                detail);
    }

    void aboutChannel(Sql sql, String action, Intent intent, String channel, String detail) throws SQLException {
        sql.update(
                INSERT,
                UuidCreator.getTimeOrderedEpoch(),
                actor,
                action,
                intent.reason(),
                channel,
                null,
                null,
                null,
                detail);
    }
}
