package org.eeoutbox.cli;

import java.util.UUID;
import java.util.function.Consumer;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Command;

/** Deletes given up events. */
@Command(
        name = "discard",
        description = "Deletes events that were given up: they are never sent. Needs --yes.",
        usageHelpAutoWidth = true)
final class DiscardCommand extends QuarantineCommand {

    @Override
    boolean needsYes() {
        return true;
    }

    @Override
    Outcome one(OutboxOperations operations, UUID id, Intent intent) {
        return operations.discard(id, intent);
    }

    @Override
    BulkOutcome many(
            OutboxOperations operations, EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress) {
        return operations.discard(criteria, intent, progress);
    }
}
