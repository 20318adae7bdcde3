package org.eeoutbox.jpa.operations;

import java.util.UUID;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.Outcome;

/** What was decided about one event or aggregate, for the answer and for the audit. The subjects may be null. */
record Decision(boolean done, String explanation, AggregateKey aggregate, UUID eventId) {

    Outcome outcome() {
        return new Outcome(done, explanation);
    }

    String detail() {
        return done ? explanation : "Nothing was done. " + explanation;
    }
}
