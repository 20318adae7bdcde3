package org.eeoutbox.jpa.store;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.util.Map;
import java.util.TreeMap;
import org.eeoutbox.OutboxStoreException;

/** The headers of an event as one column: a JSON object of strings, or nothing. */
public final class Headers {

    private Headers() {}

    /**
     * Writes headers.
     *
     * @param headers by name; may be empty
     * @return a JSON object; {@code null} if there are none
     */
    public static String toColumn(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        JsonObjectBuilder json = Json.createObjectBuilder();
        headers.forEach(json::add);
        return json.build().toString();
    }

    static Map<String, String> fromColumn(String column) {
        Map<String, String> headers = new TreeMap<>();
        if (column == null) {
            return headers;
        }
        try (JsonReader reader = Json.createReader(new StringReader(column))) {
            for (Map.Entry<String, JsonValue> header : reader.readObject().entrySet()) {
                headers.put(header.getKey(), ((JsonString) header.getValue()).getString());
            }
            return headers;
        } catch (RuntimeException e) {
            // Not only JsonException: a parser may have a limit of its own and another exception for it.
            throw new OutboxStoreException("The headers column of an outbox row is not a JSON object of strings.", e);
        }
    }
}
