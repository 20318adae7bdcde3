package org.eeoutbox.cli;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.io.PrintWriter;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.eeoutbox.operations.BulkOutcome;
import org.eeoutbox.operations.EventContent;
import org.eeoutbox.operations.EventDetails;
import org.eeoutbox.operations.EventInfo;
import org.eeoutbox.operations.EventPage;
import org.eeoutbox.operations.Outcome;

/** One JSON object on one line. What is absent is null; times are ISO 8601 in UTC. */
final class JsonReport implements Report {

    private final PrintWriter out;

    JsonReport(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void page(EventPage page) {
        JsonArrayBuilder events = Json.createArrayBuilder();
        page.events().forEach(event -> events.add(event(event)));
        print(Json.createObjectBuilder()
                .add("events", events)
                .add("next", page.next().<JsonValue>map(Json::createValue).orElse(JsonValue.NULL)));
    }

    @Override
    public void details(EventDetails details, Optional<EventContent> content) {
        JsonObjectBuilder json = event(details.event())
                .add("block", details.block().map(JsonReport::block).orElse(JsonValue.NULL));
        content.ifPresent(carried -> json.add("content", content(carried)));
        print(json);
    }

    @Override
    public void outcomes(List<Outcome> outcomes, boolean dryRun) {
        JsonArrayBuilder results = Json.createArrayBuilder();
        outcomes.forEach(outcome -> results.add(
                Json.createObjectBuilder().add("done", outcome.done()).add("explanation", outcome.explanation())));
        print(Json.createObjectBuilder().add("dryRun", dryRun).add("results", results));
    }

    @Override
    public void bulk(BulkOutcome outcome, boolean dryRun) {
        JsonObjectBuilder passedOver = Json.createObjectBuilder();
        outcome.passedOver().forEach(passedOver::add);
        print(Json.createObjectBuilder()
                .add("dryRun", dryRun)
                .add("matched", outcome.matched())
                .add("done", outcome.done())
                .add("passedOver", passedOver));
    }

    private static JsonObjectBuilder event(EventInfo event) {
        return Json.createObjectBuilder()
                .add("id", event.id().toString())
                .add("state", Names.of(event.state()))
                .add("channel", event.aggregate().channel())
                .add("aggregateType", event.aggregate().type())
                .add("aggregateId", event.aggregate().id())
                .add("type", event.type())
                .add("version", event.version())
                .add(
                        "sequence",
                        event.sequence().isPresent()
                                ? Json.createValue(event.sequence().getAsLong())
                                : JsonValue.NULL)
                .add(
                        "payloadBytes",
                        event.payloadBytes().isPresent()
                                ? Json.createValue(event.payloadBytes().getAsInt())
                                : JsonValue.NULL)
                .add("occurredAt", event.occurredAt().toString())
                .add("since", event.since().toString())
                .add("waiting", event.waiting().map(JsonReport::waiting).orElse(JsonValue.NULL))
                .add("failure", event.failure().map(JsonReport::failure).orElse(JsonValue.NULL));
    }

    private static JsonValue waiting(EventInfo.Waiting waiting) {
        return Json.createObjectBuilder()
                .add("reason", waiting.reason())
                .add(
                        "until",
                        waiting.until()
                                .<JsonValue>map(time -> Json.createValue(time.toString()))
                                .orElse(JsonValue.NULL))
                .build();
    }

    private static JsonValue failure(EventInfo.Failure failure) {
        return Json.createObjectBuilder()
                .add("attempts", failure.attempts())
                .add("kind", failure.kind())
                .add("error", failure.error())
                .build();
    }

    private static JsonValue block(EventDetails.Block block) {
        return Json.createObjectBuilder()
                .add("held", block.held())
                .add("eventId", block.eventId().toString())
                .add("sequence", block.sequence())
                .add("previousSequence", block.previousSequence())
                .add("since", block.since().toString())
                .add("waiting", block.waiting())
                .build();
    }

    private static JsonObjectBuilder content(EventContent content) {
        Optional<String> text = content.payload().flatMap(Names::text);
        JsonValue payload = text.isPresent()
                ? Json.createValue(text.get())
                : content.payload()
                        .<JsonValue>map(
                                bytes -> Json.createValue(Base64.getEncoder().encodeToString(bytes)))
                        .orElse(JsonValue.NULL);
        return Json.createObjectBuilder()
                .add("contentType", content.contentType())
                .add("encoding", text.isPresent() || content.payload().isEmpty() ? "text" : "base64")
                .add("payload", payload)
                .add(
                        "headers",
                        content.headers().<JsonValue>map(Json::createValue).orElse(JsonValue.NULL));
    }

    private void print(JsonObjectBuilder json) {
        out.println(json.build());
    }
}
