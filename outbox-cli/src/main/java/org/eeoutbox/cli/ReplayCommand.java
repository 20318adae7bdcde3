package org.eeoutbox.cli;

import org.eeoutbox.operations.EventState;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Sends history once more. */
@Command(
        name = "replay",
        description = "Sends published events once more, with the same ids. Needs --from, --until and --yes.",
        usageHelpAutoWidth = true)
final class ReplayCommand extends ChangeCommand {

    @Mixin
    private CriteriaOptions criteria;

    @Override
    boolean needsYes() {
        return true;
    }

    @Override
    void check() {
        super.check();
        if (!criteria.hasTime()) {
            throw bad("say when the events were published, by --from and --until");
        }
    }

    @Override
    int change(OutboxOperations operations, Intent intent, Report report) {
        return report(report, operations.replay(criteria.in(EventState.PUBLISHED), intent, this::progress));
    }
}
