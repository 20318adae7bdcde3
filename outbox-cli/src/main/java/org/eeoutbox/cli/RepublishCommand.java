package org.eeoutbox.cli;

import java.util.UUID;
import java.util.function.Consumer;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Command;

/** Sends given up events. */
@Command(
        name = "republish",
        description = "Sends events that were given up, with as many attempts as new ones. Many at once need --yes.",
        usageHelpAutoWidth = true)
final class RepublishCommand extends QuarantineCommand {

    @Override
    boolean needsYes() {
        return isBulk();
    }

    @Override
    Outcome one(OutboxOperations operations, UUID id, Intent intent) {
        return operations.republish(id, intent);
    }

    @Override
    BulkOutcome many(
            OutboxOperations operations, EventCriteria criteria, Intent intent, Consumer<BulkOutcome> progress) {
        return operations.republish(criteria, intent, progress);
    }
}
