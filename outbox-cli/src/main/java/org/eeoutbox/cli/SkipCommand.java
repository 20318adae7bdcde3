package org.eeoutbox.cli;

import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Command;

/** Leaves out what an aggregate stands at. */
@Command(
        name = "skip",
        description = "Lets an aggregate go on without the event at which it stands, which goes to quarantine."
                + " Needs --yes: the order is lost.",
        usageHelpAutoWidth = true)
final class SkipCommand extends AggregateCommand {

    @Override
    boolean needsYes() {
        return true;
    }

    @Override
    Outcome decide(OutboxOperations operations, AggregateKey aggregate, Intent intent) {
        return operations.skip(aggregate, intent);
    }
}
