package org.eeoutbox.jpa.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eeoutbox.operations.EventCriteria;

/** The condition of a statement, from fixed texts and parameters only. */
final class Conditions {

    private final List<String> texts = new ArrayList<>();
    private final List<Object> parameters = new ArrayList<>();

    static Conditions of(EventCriteria criteria) {
        String since = "e." + Place.of(criteria.state()).since();
        return new Conditions()
                .and("e.channel = ?", criteria.channel())
                .and("e.aggregatetype = ?", criteria.aggregateType())
                .and("e.aggregateid = ?", criteria.aggregateId())
                .and("e.type = ?", criteria.type())
                .and("e.id = ?", criteria.id())
                .and("e.error_kind = ?", criteria.errorKind())
                .and(since + " >= ?", criteria.from())
                .and(since + " < ?", criteria.until());
    }

    private Conditions and(String text, Optional<?> parameter) {
        parameter.ifPresent(value -> and(text, value));
        return this;
    }

    Conditions and(String text, Object... values) {
        texts.add(text);
        parameters.addAll(List.of(values));
        return this;
    }

    String where() {
        return texts.isEmpty() ? "" : " WHERE " + String.join(" AND ", texts);
    }

    Object[] parameters() {
        return parameters.toArray();
    }
}
