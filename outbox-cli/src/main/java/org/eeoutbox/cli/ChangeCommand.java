package org.eeoutbox.cli;

import java.util.List;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Outcome;
import picocli.CommandLine.Option;

/** A command that changes something. */
abstract class ChangeCommand extends DatabaseCommand {

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why, for the audit.")
    private String reason;

    @Option(names = "--dry-run", description = "Tell what would happen, and change nothing.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Do it, although it cannot be undone.")
    private boolean yes;

    /** Whether the command needs a confirmation as it was given. */
    boolean needsYes() {
        return false;
    }

    abstract int change(OutboxOperations operations, Intent intent, Report report);

    @Override
    final int run(OutboxOperations operations, Report report) {
        return change(operations, intent(), report);
    }

    /** Looks at the reason before the database is asked for anything. */
    @Override
    void check() {
        intent();
    }

    private Intent intent() {
        Intent intent = Intent.because(reason);
        return dryRun ? intent.asDryRun() : intent;
    }

    @Override
    final boolean isConfirmed() {
        return yes || dryRun || !needsYes();
    }

    final int report(Report report, List<Outcome> outcomes) {
        report.outcomes(outcomes, dryRun);
        return outcomes.stream().allMatch(Outcome::done) ? 0 : Outboxctl.NOT_DONE;
    }

    final int report(Report report, BulkOutcome outcome) {
        report.bulk(outcome, dryRun);
        return outcome.done() > 0 && outcome.done() == outcome.matched() ? 0 : Outboxctl.NOT_DONE;
    }

    final void progress(BulkOutcome soFar) {
        tell("outboxctl: " + soFar.done() + " of " + soFar.matched() + " so far");
    }
}
