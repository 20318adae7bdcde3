package org.eeoutbox.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxException;
import org.eeoutbox.OutboxStoreException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The operations on the outbox from a shell, by JDBC alone. */
@Command(
        name = "outboxctl",
        description = "Looks at the events of an outbox and decides about those that were given up.",
        synopsisSubcommandLabel = "COMMAND",
        usageHelpAutoWidth = true,
        subcommands = {
            FindCommand.class,
            ShowCommand.class,
            RepairCommand.class,
            RepublishCommand.class,
            DiscardCommand.class,
            ReleaseCommand.class,
            SkipCommand.class,
            ReplayCommand.class,
            PauseCommand.class,
            ResumeCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0: all was done",
            "1: nothing, or not all, was done, or it was refused",
            "2: the command cannot be understood",
            "3: the database cannot be reached or used",
            "70: a fault of outboxctl itself"
        },
        footer = {
            "",
            "The database: --url, --user and --password (asks), or --password-file;",
            "or OUTBOX_URL, OUTBOX_USER and OUTBOX_PASSWORD in the environment.",
            "'outboxctl COMMAND --help' explains a command."
        })
public final class Outboxctl {

    static final int NOT_DONE = 1;
    static final int DATABASE = 3;
    private static final int FAULT = 70;

    @Option(names = "--help", usageHelp = true, description = "Show this.")
    private boolean help;

    private final Map<String, String> environment;

    private Outboxctl(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Runs one command.
     *
     * @param args see {@code bin/outboxctl --help}
     */
    public static void main(String[] args) {
        PrintWriter out = writer(FileDescriptor.out);
        PrintWriter err = writer(FileDescriptor.err);
        int exitCode = commandLine(System.getenv()).setOut(out).setErr(err).execute(args);
        out.flush();
        err.flush();
        System.exit(exitCode);
    }

    static CommandLine commandLine(Map<String, String> environment) {
        CommandLine line = new CommandLine(new Outboxctl(environment));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(UUID.class, Outboxctl::id);
        line.setParameterExceptionHandler((e, args) -> refuse(e));
        line.setExecutionExceptionHandler((e, command, parsed) -> fail(e, command));
        return line;
    }

    private static UUID id(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' is no id of an event; 'outboxctl find' lists them");
        }
    }

    /** JSON is UTF-8, whatever the shell speaks. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    Map<String, String> environment() {
        return environment;
    }

    private static int refuse(ParameterException e) {
        CommandLine command = e.getCommandLine();
        command.getErr()
                .println("outboxctl: " + Texts.lines(e.getMessage()) + "\nTry '"
                        + command.getCommandSpec().qualifiedName() + " --help'.");
        return CommandLine.ExitCode.USAGE;
    }

    private static int fail(Exception e, CommandLine command) {
        if (e instanceof OutboxStoreException || e instanceof OutboxConfigurationException) {
            command.getErr().println("outboxctl: " + Texts.lines(e.getMessage()));
            return DATABASE;
        }
        if (e instanceof OutboxException) {
            return refuse(new ParameterException(command, e.getMessage(), e));
        }
        command.getErr().println("outboxctl: this should not happen: " + Texts.lines(e.toString()));
        e.printStackTrace(command.getErr());
        return FAULT;
    }
}
