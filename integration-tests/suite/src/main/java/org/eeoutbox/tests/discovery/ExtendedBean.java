package org.eeoutbox.tests.discovery;

import jakarta.ejb.LocalBean;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceContextType;
import org.eeoutbox.tests.discovery.Events.OfRecord;

/** A conversation: its persistence context outlives its transactions. */
@Stateful
@LocalBean
public class ExtendedBean {

    @PersistenceContext(unitName = "main", type = PersistenceContextType.EXTENDED)
    EntityManager em;

    @Inject
    Event<OfRecord> events;

    /** Outside a transaction: nothing is written yet. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void begin(String id) {
        em.persist(new Thing(id));
    }

    /** Joins the caller's transaction. */
    public void fire(String id) {
        events.fire(new OfRecord(id));
    }

    /** Ends the conversation. */
    @Remove
    public void end() {}
}
