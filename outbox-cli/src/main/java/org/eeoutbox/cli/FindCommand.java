package org.eeoutbox.cli;

import java.util.Optional;
import org.eeoutbox.operations.EventState;
import org.eeoutbox.operations.OutboxOperations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists events. */
@Command(name = "find", description = "Lists events.", usageHelpAutoWidth = true)
final class FindCommand extends DatabaseCommand {

    @Option(
            names = "--state",
            defaultValue = "quarantined",
            description = "pending, waiting, quarantined (the default) or published.")
    private EventState state;

    @Mixin
    private CriteriaOptions criteria;

    @Option(names = "--limit", defaultValue = "50", description = "The most events to list (default 50).")
    private int limit;

    @Option(names = "--after", paramLabel = "PLACE", description = "Go on where the last list ended, as it said.")
    private String after;

    @Override
    int run(OutboxOperations operations, Report report) {
        report.page(operations.find(criteria.in(state), limit, Optional.ofNullable(after)));
        return 0;
    }
}
