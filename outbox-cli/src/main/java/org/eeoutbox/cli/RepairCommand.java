package org.eeoutbox.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Repair;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts other content into an event. */
@Command(
        name = "repair",
        description = "Puts other content into an event that failed. It stays where it is: republish or release it"
                + " then. Needs --yes: the old content is lost, so save it with 'show --payload-file'.",
        usageHelpAutoWidth = true)
final class RepairCommand extends ChangeCommand {

    @Parameters(paramLabel = "ID", description = "The event.")
    private UUID id;

    @ArgGroup
    private Payload payload = new Payload();

    @ArgGroup
    private Headers headers = new Headers();

    @Option(names = "--content-type", paramLabel = "TYPE", description = "Another media type, with a payload.")
    private String contentType;

    static final class Payload {

        @Option(names = "--payload-file", paramLabel = "FILE", description = "The payload; - for standard input.")
        private Path file;

        @Option(names = "--tombstone", description = "No payload.")
        private boolean tombstone;
    }

    static final class Headers {

        @Option(
                names = "--header",
                paramLabel = "NAME=VALUE",
                description = "A header; all that the event shall have are named, each with an option.")
        private Map<String, String> named;

        @Option(names = "--no-headers", description = "No headers.")
        private boolean none;
    }

    @Override
    boolean needsYes() {
        return true;
    }

    @Override
    void check() {
        super.check();
        boolean payloadGiven = payload.file != null || payload.tombstone;
        boolean headersGiven = headers.named != null || headers.none;
        if (!payloadGiven && !headersGiven) {
            throw bad("say what to repair: --payload-file, --tombstone, --header or --no-headers");
        }
        if (payload.file != null && !payload.file.toString().equals("-") && !Files.isReadable(payload.file)) {
            throw bad("there is no file " + payload.file + " that can be read");
        }
        if (contentType != null && !payloadGiven) {
            throw bad("--content-type is for a new payload: add --payload-file or --tombstone");
        }
    }

    @Override
    int change(OutboxOperations operations, Intent intent, Report report) {
        return report(report, List.of(operations.repair(id, repair(), intent)));
    }

    private Repair repair() {
        Map<String, String> all = headers.none ? Map.of() : headers.named;
        if (payload.file == null && !payload.tombstone) {
            return Repair.headers(all);
        }
        Repair repair = payload.tombstone ? Repair.tombstone() : Repair.payload(read());
        repair = contentType == null ? repair : repair.withContentType(contentType);
        return all == null ? repair : repair.withHeaders(all);
    }

    private byte[] read() {
        try {
            return payload.file.toString().equals("-") ? System.in.readAllBytes() : Files.readAllBytes(payload.file);
        } catch (IOException e) {
            throw bad("the payload cannot be read: " + e.getMessage());
        }
    }
}
