package org.eeoutbox.tests.discovery;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import org.eeoutbox.tests.discovery.Events.OfRecord;

/** Fires from the archive that holds the event classes. */
@Dependent
public class LibraryBean {

    @Inject
    Event<OfRecord> records;

    public void fire(String id) {
        records.fire(new OfRecord(id));
    }
}
