package org.eeoutbox.jpa.operations;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.UnsatisfiedResolutionException;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.eeoutbox.OutboxRoleRequiredException;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventContent;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.EventDetails;
import org.eeoutbox.operations.EventPage;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import org.eeoutbox.operations.Repair;

/**
 * The operations for callers that the container knows as operators. The caller's transaction is suspended: a connection
 * of the application's data source would else belong to it.
 */
@ApplicationScoped
@Transactional(Transactional.TxType.NOT_SUPPORTED)
public class GuardedOperations implements OutboxOperations {

    @Inject
    private OperationsDatabase database;

    @Inject
    @Any
    private Instance<Object> beans;

    /** For CDI. */
    protected GuardedOperations() {}

    private OutboxOperations asCaller() {
        return database.as(operator()
                .orElseThrow(() -> new OutboxRoleRequiredException("Operations on the outbox need the role '" + ROLE
                        + "', which the caller does not have. Give it to the caller.")));
    }

    private Optional<String> operator() {
        try {
            return ContainerCaller.operator(beans);
        } catch (LinkageError | UnsatisfiedResolutionException e) {
            throw new OutboxRoleRequiredException(
                    "Operations on the outbox need the role '" + ROLE + "', and this server has no Jakarta Security to"
                            + " ask for it. Switch it on; on Open Liberty by the feature appSecurity-5.0.",
                    e);
        }
    }

    @Override
    public EventPage find(EventCriteria criteria, int limit, Optional<String> from) {
        return asCaller().find(criteria, limit, from);
    }

    @Override
    public Optional<EventDetails> show(UUID id) {
        return asCaller().show(id);
    }

    @Override
    public Optional<EventContent> content(UUID id) {
        return asCaller().content(id);
    }

    @Override
    public Outcome repair(UUID id, Repair repair, Intent intent) {
        return asCaller().repair(id, repair, intent);
    }

    @Override
    public Outcome republish(UUID id, Intent intent) {
        return asCaller().republish(id, intent);
    }

    @Override
    public Outcome discard(UUID id, Intent intent) {
        return asCaller().discard(id, intent);
    }

    @Override
    public Outcome release(AggregateKey aggregate, Intent intent) {
        return asCaller().release(aggregate, intent);
    }

    @Override
    public Outcome skip(AggregateKey aggregate, Intent intent) {
        return asCaller().skip(aggregate, intent);
    }

    @Override
    public BulkOutcome republish(EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress) {
        return asCaller().republish(criteria, intent, progress);
    }

    @Override
    public BulkOutcome discard(EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress) {
        return asCaller().discard(criteria, intent, progress);
    }

    @Override
    public BulkOutcome replay(EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress) {
        return asCaller().replay(criteria, intent, progress);
    }

    @Override
    public Outcome pause(String channel, Intent intent) {
        return asCaller().pause(channel, intent);
    }

    @Override
    public Outcome resume(String channel, Intent intent) {
        return asCaller().resume(channel, intent);
    }
}
