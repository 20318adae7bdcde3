package org.eeoutbox.tests.shop;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.math.BigDecimal;

/** Fires an event when the application starts, in the transaction that the container gives to a singleton. */
@Singleton
@Startup
public class Opening {

    static final String ID = "opening";

    @Inject
    Event<OrderPlaced> placed;

    @PostConstruct
    void open() {
        placed.fire(new OrderPlaced(ID, BigDecimal.ONE, "at start-up"));
    }
}
