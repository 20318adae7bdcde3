package org.eeoutbox.jpa.capture;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbConfig;
import jakarta.json.bind.config.PropertyVisibilityStrategy;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.eeoutbox.OutboxPayloadException;
import org.eeoutbox.spi.PayloadSerializer;
import org.eeoutbox.spi.Utf8;

/** JSON by JSON-B, in UTF-8: what JSON-B shows of a class by default, and the components of a record. */
final class JsonbPayloadSerializer implements PayloadSerializer {

    private final Jsonb jsonb = JsonbBuilder.create(new JsonbConfig().withPropertyVisibilityStrategy(new Visibility()));

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public byte[] serialize(Object event) {
        String json = jsonb.toJson(event);
        if (!Utf8.canEncode(json)) {
            throw new OutboxPayloadException("A text in an event of class "
                    + event.getClass().getName() + " contains half of a surrogate pair, which has no UTF-8 form.");
        }
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * JSON-B's own rule, public members, but records by their fields: the accessors of a record that is not public
     * could not be called.
     */
    private static final class Visibility implements PropertyVisibilityStrategy {

        @Override
        public boolean isVisible(Field field) {
            return field.getDeclaringClass().isRecord() || Modifier.isPublic(field.getModifiers());
        }

        @Override
        public boolean isVisible(Method method) {
            return Modifier.isPublic(method.getModifiers()) && !isAccessor(method);
        }

        private static boolean isAccessor(Method method) {
            Class<?> type = method.getDeclaringClass();
            return type.isRecord()
                    && Arrays.stream(type.getRecordComponents())
                            .anyMatch(component -> component.getAccessor().equals(method));
        }
    }
}
