package org.eeoutbox.tests.payara.discovery;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import org.eeoutbox.tests.payara.discovery.Events.OfRecord;

/** Fires from the archive that holds the event classes. */
@Dependent
public class LibraryBean {

    @Inject
    Event<OfRecord> records;

    void fire(String id) {
        records.fire(new OfRecord(id));
    }
}
