package org.eeoutbox.cli;

import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Command;

/** Stops a channel. */
@Command(
        name = "pause",
        description = "Stops the relays of a channel. Events are captured as before, and wait.",
        usageHelpAutoWidth = true)
final class PauseCommand extends ChannelCommand {

    @Override
    Outcome decide(OutboxOperations operations, String channel, Intent intent) {
        return operations.pause(channel, intent);
    }
}
