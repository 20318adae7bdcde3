package org.eeoutbox.jpa.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.persistence.Entity;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.AggregateId;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.Outboxed;
import org.eeoutbox.spi.MappedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Event classes that belong to somebody else. */
class MappedEventTypeTest {

    record Shipped(String number, double weight) {}

    static class Parcel {
        private final String code = "P1";

        long getNumber() {
            return code.length();
        }
    }

    static final class HeavyParcel extends Parcel {}

    interface Located {
        default String place() {
            return "here";
        }
    }

    record Here() implements Located {}

    @Entity
    static class AnEntity {
        String id;
    }

    @Outboxed(aggregate = "a", type = "t")
    record Marked(@AggregateId String id) {}

    @Test
    void theConfigurationStandsForTheAnnotation() {
        EventType type = read(
                Shipped.class,
                Map.of("aggregate-id", "number", "version", "3", "ordered", "false", "channel", "shipments"));
        OutboxMessage message = type.message(new Shipped("S1", 2), new JsonbPayloadSerializer());
        assertThat(message.aggregateType()).isEqualTo("shipment");
        assertThat(message.aggregateId()).isEqualTo("S1");
        assertThat(message.type()).isEqualTo("shipped");
        assertThat(message.version()).isEqualTo(3);
        assertThat(message.ordered()).isFalse();
        assertThat(message.channel()).contains("shipments");
    }

    @Test
    void whatIsLeftOutHasTheAnnotationsDefaults() {
        EventType type = read(Shipped.class, Map.of("aggregate-id", "number"));
        assertThat(type.version()).isEqualTo(1);
        assertThat(type.ordered()).isTrue();
        assertThat(type.channel()).isEqualTo("outbox");
    }

    @Test
    void theIdIsAComponentAMethodAPropertyOrAField() {
        assertThat(id(new Shipped("S1", 2), "number")).isEqualTo("S1");
        assertThat(id(new HeavyParcel(), "number")).isEqualTo("2");
        assertThat(id(new HeavyParcel(), "getNumber")).isEqualTo("2");
        assertThat(id(new HeavyParcel(), "code")).isEqualTo("P1");
        assertThat(id(new Here(), "place")).isEqualTo("here");
    }

    @ParameterizedTest
    @CsvSource({
        "aggregate-id,nunber,no method 'nunber()'",
        "aggregate-id,weight,is a double",
        "version,0,whole number",
        "version,new,whole number",
        "ordered,yes,'true' or 'false'",
    })
    void aWrongValueIsRefusedByKeyAndValue(String attribute, String value, String says) {
        Map<String, String> attributes = new HashMap<>(Map.of("aggregate-id", "number"));
        attributes.put(attribute, value);
        assertThatThrownBy(() -> read(Shipped.class, attributes))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("outbox.event.\"" + Shipped.class.getName() + "\"." + attribute)
                .hasMessageContaining("'" + value + "'")
                .hasMessageContaining(says);
    }

    @Test
    void aMissingKeyIsNamed() {
        refused(Shipped.class.getName(), Map.of(), "\".aggregate-id' is not set");
    }

    @Test
    void aClassThatCannotBeAnEventIsRefused() {
        refused("com.acme.Nowhere", Map.of("aggregate-id", "id"), "cannot load");
        refused("java.lang.Object", Map.of("aggregate-id", "id"), "every event");
        refused(AnEntity.class.getName(), Map.of("aggregate-id", "id"), "JPA entity");
        refused(Marked.class.getName(), Map.of("aggregate-id", "id"), "Remove one of the two");
    }

    private static void refused(String className, Map<String, String> attributes, String says) {
        assertThatThrownBy(() -> read(className, attributes))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining(className)
                .hasMessageContaining(says);
    }

    private static String id(Object event, String accessor) {
        return read(event.getClass(), Map.of("aggregate-id", accessor))
                .idAccessor()
                .idOf(event);
    }

    private static EventType read(Class<?> eventClass, Map<String, String> attributes) {
        return read(eventClass.getName(), attributes);
    }

    private static EventType read(String className, Map<String, String> attributes) {
        Map<String, String> values = new HashMap<>();
        String prefix = "outbox.event.\"" + className + "\".";
        values.put(prefix + "aggregate", "shipment");
        values.put(prefix + "type", "shipped");
        attributes.forEach((attribute, value) -> values.put(prefix + attribute, value));
        Config config = new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(values, "test", 100))
                .build();
        return EventType.of(MappedEvent.all(config).get(0), MappedEventTypeTest.class.getClassLoader(), config);
    }
}
