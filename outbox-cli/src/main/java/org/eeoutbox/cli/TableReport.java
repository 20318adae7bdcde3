package org.eeoutbox.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventContent;
import org.eeoutbox.operations.EventDetails;
import org.eeoutbox.operations.EventInfo;
import org.eeoutbox.operations.EventPage;
import org.eeoutbox.operations.Outcome;

/** Text for people. */
final class TableReport implements Report {

    private static final int LONGEST_CELL = 60;

    private static final List<String> HEADER =
            List.of("ID", "CHANNEL", "AGGREGATE", "SEQUENCE", "TYPE", "SINCE", "WAITING", "ATTEMPTS", "ERROR");

    private final PrintWriter out;

    TableReport(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void page(EventPage page) {
        if (page.events().isEmpty()) {
            out.println("No events.");
            return;
        }
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        page.events().forEach(event -> rows.add(row(event)));
        table(rows);
        page.next().ifPresent(next -> out.println("There are more; go on with --after " + next));
    }

    private static List<String> row(EventInfo event) {
        return List.of(
                event.id().toString(),
                cell(event.aggregate().channel()),
                cell(event.aggregate().type() + " " + event.aggregate().id()),
                sequence(event),
                cell(event.type()),
                event.since().toString(),
                event.waiting().map(waiting -> cell(waiting(waiting))).orElse(""),
                event.failure().map(failure -> "" + failure.attempts()).orElse(""),
                event.failure()
                        .map(failure -> cell(failure.kind() + ": " + failure.error()))
                        .orElse(""));
    }

    private static String cell(String text) {
        return Texts.cell(text, LONGEST_CELL);
    }

    private static String sequence(EventInfo event) {
        return event.sequence().isPresent() ? "" + event.sequence().getAsLong() : "";
    }

    private static String waiting(EventInfo.Waiting waiting) {
        return waiting.reason() + waiting.until().map(time -> " until " + time).orElse("");
    }

    private void table(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - width(row.get(i)) + 2));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    @Override
    public void details(EventDetails details, Optional<EventContent> content) {
        EventInfo event = details.event();
        line("event", event.id().toString());
        line("state", Names.of(event.state()) + " since " + event.since());
        line("aggregate", event.aggregate().toString());
        line("sequence", event.sequence().isPresent() ? sequence(event) : "none: its order does not matter");
        line("type", event.type() + ", version " + event.version());
        line("occurred", event.occurredAt().toString());
        line(
                "payload",
                event.payloadBytes().isPresent() ? event.payloadBytes().getAsInt() + " bytes" : "none: a tombstone");
        event.waiting().ifPresent(waiting -> line("waiting", waiting(waiting)));
        event.failure().ifPresent(failure -> {
            line("attempts", "" + failure.attempts());
            line("error", failure.kind() + ": " + failure.error());
        });
        details.block().ifPresent(block -> line("block", block(event, block)));
        content.ifPresent(this::content);
    }

    private static String block(EventInfo event, EventDetails.Block block) {
        String which = block.eventId().equals(event.id()) ? "this event" : "event " + block.eventId();
        return block.held()
                ? "the aggregate stands at " + which + " since " + block.since() + "; " + block.waiting()
                        + " events wait behind it"
                : "the aggregate has left out " + which + " since " + block.since()
                        + "; the next one will name sequence " + block.previousSequence() + " as its predecessor";
    }

    private void content(EventContent content) {
        line("media type", content.contentType());
        line("headers", content.headers().orElse("none"));
        content.payload()
                .ifPresent(bytes -> out.println(Names.text(bytes)
                        .map(Texts::lines)
                        .orElseGet(() -> "base64: " + Base64.getEncoder().encodeToString(bytes))));
    }

    private void line(String name, String value) {
        out.println(String.format("%-11s", name) + Texts.lines(value));
    }

    @Override
    public void outcomes(List<Outcome> outcomes, boolean dryRun) {
        for (Outcome outcome : outcomes) {
            String prefix = dryRun ? "Would be: " : "";
            out.println((outcome.done() ? prefix : "Nothing done. ") + Texts.lines(outcome.explanation()));
        }
    }

    @Override
    public void bulk(BulkOutcome outcome, boolean dryRun) {
        out.println((dryRun ? "Would be done: " : "Done: ") + outcome.done() + " of " + outcome.matched() + " events.");
        outcome.passedOver().forEach((reason, count) -> out.println("Passed over: " + count + " (" + reason + ")."));
    }
}
