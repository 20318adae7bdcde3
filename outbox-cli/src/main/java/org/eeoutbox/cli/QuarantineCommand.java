package org.eeoutbox.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.EventState;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A decision about quarantined events: about some by their ids, or about many by criteria. */
abstract class QuarantineCommand extends ChangeCommand {

    @Parameters(paramLabel = "ID", arity = "0..*", description = "The events; or say by the options which.")
    private List<UUID> ids = new ArrayList<>();

    @Mixin
    private CriteriaOptions criteria;

    @Option(names = "--all", description = "All quarantined events.")
    private boolean all;

    abstract Outcome one(OutboxOperations operations, UUID id, Intent intent);

    abstract BulkOutcome many(
            OutboxOperations operations, EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress);

    final boolean isBulk() {
        return ids.isEmpty();
    }

    @Override
    void check() {
        super.check();
        int ways = (ids.isEmpty() ? 0 : 1) + (criteria.isEmpty() ? 0 : 1) + (all ? 1 : 0);
        if (ways != 1) {
            throw bad("say which events: by their ids, or by options such as --channel, or --all of them"
                    + (ways == 0 ? "" : "; not in several of these ways"));
        }
    }

    @Override
    int change(OutboxOperations operations, Intent intent, Report report) {
        if (isBulk()) {
            return report(report, many(operations, criteria.in(EventState.QUARANTINED), intent, this::progress));
        }
        return report(
                report, ids.stream().map(id -> one(operations, id, intent)).toList());
    }
}
