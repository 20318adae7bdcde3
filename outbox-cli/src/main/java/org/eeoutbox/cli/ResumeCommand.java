package org.eeoutbox.cli;

import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Command;

/** Lets a channel go on. */
@Command(name = "resume", description = "Lets the relays of a paused channel go on.", usageHelpAutoWidth = true)
final class ResumeCommand extends ChannelCommand {

    @Override
    Outcome decide(OutboxOperations operations, String channel, Intent intent) {
        return operations.resume(channel, intent);
    }
}
