package org.eeoutbox.tests.payara.start;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;

/** Fails when its context begins. */
@ApplicationScoped
public class FailingInitialized {

    void begin(@Observes @Initialized(ApplicationScoped.class) Object context) {
        throw new IllegalStateException("refused by Initialized");
    }
}
