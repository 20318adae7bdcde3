package org.eeoutbox.tests.payara.start;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;

/** Fails when the application starts. */
@ApplicationScoped
public class FailingStartup {

    void start(@Observes Startup event) {
        throw new IllegalStateException("refused by Startup");
    }
}
