package org.eeoutbox.tests.discovery;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import org.eeoutbox.tests.discovery.Events.OfRecord;

/** Fires as early as an application can. */
@Singleton
@Startup
public class Starter {

    @Inject
    Event<OfRecord> records;

    @PostConstruct
    void construct() {
        records.fire(new OfRecord("singleton"));
    }

    public void initialized(@Observes @Initialized(ApplicationScoped.class) Object start) {
        records.fire(new OfRecord("initialized"));
    }

    public void startup(@Observes jakarta.enterprise.event.Startup start) {
        records.fire(new OfRecord("startup"));
    }
}
