package org.eeoutbox.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import org.eeoutbox.operations.EventContent;
import org.eeoutbox.operations.EventDetails;
import org.eeoutbox.operations.OutboxOperations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells all about one event. */
@Command(
        name = "show",
        description = "Tells all about one event, and what its aggregate stands at.",
        usageHelpAutoWidth = true)
final class ShowCommand extends DatabaseCommand {

    @Parameters(paramLabel = "ID", description = "The event.")
    private UUID id;

    @Option(names = "--payload", description = "Show what it carries too.")
    private boolean payload;

    @Option(names = "--payload-file", paramLabel = "FILE", description = "Write the payload into a new file.")
    private Path payloadFile;

    @Override
    void check() {
        if (payloadFile != null && Files.exists(payloadFile)) {
            throw bad(payloadFile + " exists; name a new file");
        }
    }

    @Override
    int run(OutboxOperations operations, Report report) {
        Optional<EventDetails> details = operations.show(id);
        if (details.isEmpty()) {
            tell("outboxctl: there is no event " + id);
            return Outboxctl.NOT_DONE;
        }
        Optional<EventContent> content = payload || payloadFile != null ? operations.content(id) : Optional.empty();
        if (payloadFile != null) {
            write(content.flatMap(EventContent::payload).orElse(new byte[0]));
        }
        report.details(details.get(), payload ? content : Optional.empty());
        return 0;
    }

    private void write(byte[] bytes) {
        try {
            Files.write(payloadFile, bytes, StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw bad("the payload cannot be written: " + e);
        }
    }
}
