package org.eeoutbox.jpa.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.persistence.Entity;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.AggregateId;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxMessage;
import org.eeoutbox.OutboxMessageException;
import org.eeoutbox.OutboxPayloadException;
import org.eeoutbox.Outboxed;
import org.eeoutbox.spi.PayloadSerializer;
import org.junit.jupiter.api.Test;

class EventTypeTest {

    private static final PayloadSerializer CLASS_NAME = new PayloadSerializer() {
        @Override
        public String contentType() {
            return "text/plain";
        }

        @Override
        public byte[] serialize(Object event) {
            return event.getClass().getSimpleName().getBytes(StandardCharsets.UTF_8);
        }
    };

    private final Config config = new SmallRyeConfigBuilder().build();

    @Outboxed(aggregate = "order", type = "order.placed", version = 3, channel = "orders")
    record Placed(@AggregateId UUID orderId, String note) {}

    @Outboxed(aggregate = "order", type = "t", ordered = false)
    static class WithField {
        @AggregateId
        private final long id = 7;
    }

    enum Region {
        NORTH {
            @Override
            public String toString() {
                return "the north";
            }
        }
    }

    @Outboxed(aggregate = "region", type = "t")
    interface WithMethod {
        @AggregateId
        Region region();
    }

    @Outboxed(aggregate = "order", type = "t")
    static class Base {
        @AggregateId
        public BigInteger id() {
            return BigInteger.TEN;
        }
    }

    @Outboxed(aggregate = "order", type = "t2")
    static class Derived extends Base {
        @Override
        @AggregateId
        public BigInteger id() {
            return BigInteger.TWO;
        }
    }

    @Outboxed(aggregate = "order", type = "t")
    record WithoutId(String id) {}

    @Outboxed(aggregate = "order", type = "t")
    record WithTwo(@AggregateId String one, @AggregateId String two) {}

    @Outboxed(aggregate = "order", type = "t")
    record WithDouble(@AggregateId double id) {}

    @Outboxed(aggregate = "", type = "t")
    record WithoutAggregate(@AggregateId String id) {}

    @Entity
    @Outboxed(aggregate = "order", type = "t")
    static class AnEntity {
        @AggregateId
        String id;
    }

    @Outboxed(aggregate = "order", type = "t")
    static class WithFailingId {
        @AggregateId
        String id() {
            throw new IllegalStateException("no id today");
        }
    }

    @Test
    void makesTheMessageOfAnEvent() {
        UUID id = UUID.randomUUID();
        OutboxMessage message = EventType.of(Placed.class, config).message(new Placed(id, "n"), CLASS_NAME);
        assertThat(message.aggregateType()).isEqualTo("order");
        assertThat(message.aggregateId()).isEqualTo(id.toString());
        assertThat(message.type()).isEqualTo("order.placed");
        assertThat(message.version()).isEqualTo(3);
        assertThat(message.ordered()).isTrue();
        assertThat(message.channel()).contains("orders");
        assertThat(message.contentType()).isEqualTo("text/plain");
        assertThat(message.payload()).contains("Placed".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsTheIdFromFieldMethodAndOverride() {
        EventType field = EventType.of(WithField.class, config);
        assertThat(field.message(new WithField(), CLASS_NAME).aggregateId()).isEqualTo("7");
        assertThat(field.ordered()).isFalse();
        assertThat(field.channel()).isEqualTo("outbox");
        WithMethod event = () -> Region.NORTH;
        assertThat(EventType.of(WithMethod.class, config)
                        .message(event, CLASS_NAME)
                        .aggregateId())
                .isEqualTo("NORTH");
        assertThat(EventType.of(Base.class, config)
                        .message(new Derived(), CLASS_NAME)
                        .aggregateId())
                .isEqualTo("2");
        assertThat(EventType.of(Derived.class, config)
                        .message(new Derived(), CLASS_NAME)
                        .aggregateId())
                .isEqualTo("2");
    }

    @Test
    void refusesAClassThatCannotBeAnEventAndNamesIt() {
        refused(WithoutId.class, "no @AggregateId");
        refused(WithTwo.class, "one, two");
        refused(WithDouble.class, "double");
        refused(WithoutAggregate.class, "aggregate type");
        refused(AnEntity.class, "JPA entity");
    }

    private void refused(Class<?> eventClass, String says) {
        assertThatThrownBy(() -> EventType.of(eventClass, config))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining(eventClass.getName())
                .hasMessageContaining(says);
    }

    @Test
    void refusesAnEventThatHasNoIdOrCannotGiveIt() {
        assertThatThrownBy(() -> EventType.of(Placed.class, config).message(new Placed(null, "n"), CLASS_NAME))
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("order.placed");
        assertThatThrownBy(() -> EventType.of(WithFailingId.class, config).message(new WithFailingId(), CLASS_NAME))
                .isInstanceOf(OutboxMessageException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesASubclassThatIsAnEntity() {
        @Entity
        class Sneaky extends Base {}
        assertThatThrownBy(() -> EventType.of(Base.class, config).message(new Sneaky(), CLASS_NAME))
                .isInstanceOf(OutboxPayloadException.class)
                .hasMessageContaining("Sneaky");
    }

    @Test
    void theNearestTypeCapturesAnEvent() {
        EventType base = EventType.of(Base.class, config);
        EventType derived = EventType.of(Derived.class, config);
        EventType method = EventType.of(WithMethod.class, config);
        EventTypes types = new EventTypes(List.of(base, derived, method), config);
        class BelowBoth extends Derived {}
        class Both extends Base implements WithMethod {
            @Override
            public Region region() {
                return Region.NORTH;
            }
        }
        assertThat(types.of(new Base())).containsSame(base);
        assertThat(types.of(new BelowBoth())).containsSame(derived);
        assertThat(types.of(new Both())).containsSame(base);
    }

    @Outboxed(aggregate = "a", type = "t")
    interface One {
        @AggregateId
        String id();
    }

    @Outboxed(aggregate = "b", type = "t")
    interface Other {
        @AggregateId
        String id();
    }

    @Test
    void twoTypesOfEqualRankAreRefused() {
        record Both(String id) implements One, Other {}
        EventTypes types =
                new EventTypes(List.of(EventType.of(One.class, config), EventType.of(Other.class, config)), config);
        assertThatThrownBy(() -> types.of(new Both("1")))
                .isInstanceOf(OutboxMessageException.class)
                .hasMessageContaining("One")
                .hasMessageContaining("Other");
    }
}
