package org.eeoutbox.cli;

import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Command;

/** Tries what an aggregate stands at. */
@Command(name = "release", description = "Tries the event at which an aggregate stands now.", usageHelpAutoWidth = true)
final class ReleaseCommand extends AggregateCommand {

    @Override
    Outcome decide(OutboxOperations operations, AggregateKey aggregate, Intent intent) {
        return operations.release(aggregate, intent);
    }
}
