package org.eeoutbox.jpa.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eeoutbox.OutboxConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNamesTest {

    @Test
    void theDefaultNamesLeaveATextAsItIs() {
        String sql = "SELECT * FROM outbox_event";
        assertThat(TableNames.DEFAULT.in(sql)).isSameAs(sql);
    }

    @Test
    void namesAreQualifiedAndQuotedAlsoInLiterals() {
        TableNames names = new TableNames("Order", "Select ");
        assertThat(names.in("DELETE FROM outbox_event e WHERE NOT EXISTS (SELECT 1 FROM outbox_shard)"))
                .isEqualTo("DELETE FROM \"Order\".\"Select event\" e"
                        + " WHERE NOT EXISTS (SELECT 1 FROM \"Order\".\"Select shard\")");
        assertThat(names.in("DEFAULT nextval('outbox_position')"))
                .isEqualTo("DEFAULT nextval('\"Order\".\"Select position\"')");
    }

    @Test
    void whatBelongsToATableIsDefinedWithoutASchema() {
        TableNames names = new TableNames("Order", "x_");
        assertThat(names.inDefinition("CREATE INDEX outbox_event_claim ON outbox_event (position)", '"'))
                .isEqualTo("CREATE INDEX \"x_event_claim\" ON \"Order\".\"x_event\" (position)");
        assertThat(names.inDefinition("CONSTRAINT outbox_event_pk PRIMARY KEY", '`'))
                .isEqualTo("CONSTRAINT `x_event_pk` PRIMARY KEY");
    }

    @Test
    void withTheDefaultPrefixOnlyTheSchemaIsQuoted() {
        assertThat(new TableNames("Sales", "outbox_").in("FROM outbox_event")).isEqualTo("FROM \"Sales\".outbox_event");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a\"b",
                "a'b",
                "a;b",
                "a?b",
                "a:b",
                "a\u0000b",
                "a\nb",
                "{a}",
                "12345678901234567890éééééééééé.."
            })
    void refusesAPrefixByNamingKeyValueAndRule(String prefix) {
        assertThatThrownBy(() -> new TableNames(null, prefix))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("outbox.table.prefix is '" + prefix + "'")
                .hasMessageContaining("40 bytes");
    }

    @Test
    void refusesASchemaByNamingItsKey() {
        assertThatThrownBy(() -> new TableNames("s".repeat(64), "outbox_"))
                .isInstanceOf(OutboxConfigurationException.class)
                .hasMessageContaining("outbox.table.schema")
                .hasMessageContaining("63 bytes");
    }
}
