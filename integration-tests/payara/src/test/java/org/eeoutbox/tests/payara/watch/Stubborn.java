package org.eeoutbox.tests.payara.watch;

import jakarta.enterprise.context.ApplicationScoped;
import org.eeoutbox.OutboxEvent;
import org.eeoutbox.spi.FailureClassifier;

/** Has events of one type tried again that the outbox would give up at once. */
@ApplicationScoped
public class Stubborn implements FailureClassifier {

    static final String TYPE = "order.stubborn";

    @Override
    public Trouble classify(OutboxEvent event, Throwable cause) {
        return event.message().type().equals(TYPE) ? Trouble.EVENT : Trouble.UNKNOWN;
    }
}
