package org.eeoutbox.tests.payara.start;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;

/** Fails when the server makes it. */
@Singleton
@Startup
public class FailingSingleton {

    @PostConstruct
    void start() {
        throw new IllegalStateException("refused by a singleton");
    }
}
