package org.eeoutbox.cli;

import java.util.List;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Parameters;

/** A decision about a channel. */
abstract class ChannelCommand extends ChangeCommand {

    @Parameters(paramLabel = "CHANNEL", description = "The channel.")
    private String channel;

    abstract Outcome decide(OutboxOperations operations, String channel, Intent intent);

    @Override
    int change(OutboxOperations operations, Intent intent, Report report) {
        return report(report, List.of(decide(operations, channel, intent)));
    }
}
