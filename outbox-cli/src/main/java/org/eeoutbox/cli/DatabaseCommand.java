package org.eeoutbox.cli;

import java.util.concurrent.Callable;
import org.eeoutbox.operations.OutboxOperations;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What all commands have in common. */
abstract class DatabaseCommand implements Callable<Integer> {

    enum Format {
        TABLE,
        JSON
    }

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private Outboxctl parent;

    @Mixin
    private DatabaseOptions database;

    @Option(
            names = "--output",
            defaultValue = "table",
            paramLabel = "FORMAT",
            description = "table (the default) or json.")
    private Format format;

    @Option(names = "--help", usageHelp = true, description = "Show this.")
    private boolean help;

    /** Refuses what can be refused without the database. */
    void check() {}

    /** Whether the user has said so, where that is needed. */
    boolean isConfirmed() {
        return true;
    }

    abstract int run(OutboxOperations operations, Report report);

    @Override
    public final Integer call() {
        check();
        if (!isConfirmed()) {
            tell("outboxctl: nothing was done, since it cannot be undone. Look with --dry-run first, then add --yes.");
            return Outboxctl.NOT_DONE;
        }
        Report report = format == Format.JSON
                ? new JsonReport(spec.commandLine().getOut())
                : new TableReport(spec.commandLine().getOut());
        return run(database.operations(parent.environment()), report);
    }

    final ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    final void tell(String line) {
        spec.commandLine().getErr().println(line);
    }
}
