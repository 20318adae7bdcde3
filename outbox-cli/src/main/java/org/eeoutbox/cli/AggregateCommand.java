package org.eeoutbox.cli;

import java.util.List;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Parameters;

/** A decision about an aggregate that stands at an event. */
abstract class AggregateCommand extends ChangeCommand {

    @Parameters(index = "0", paramLabel = "CHANNEL", description = "The channel.")
    private String channel;

    @Parameters(index = "1", paramLabel = "TYPE", description = "The kind of thing, such as order.")
    private String type;

    @Parameters(index = "2", paramLabel = "ID", description = "Which one of them.")
    private String id;

    abstract Outcome decide(OutboxOperations operations, AggregateKey aggregate, Intent intent);

    @Override
    int change(OutboxOperations operations, Intent intent, Report report) {
        return report(report, List.of(decide(operations, new AggregateKey(channel, type, id), intent)));
    }
}
