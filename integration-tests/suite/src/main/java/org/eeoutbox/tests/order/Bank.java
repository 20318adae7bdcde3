package org.eeoutbox.tests.order;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;

/** The shapes in which transactions change one account and fire for it. */
@ApplicationScoped
public class Bank {

    enum Shape {
        /** The account's row is updated; its version tells of a writer that was overtaken. */
        OPTIMISTIC,
        /** The account's row is locked first. */
        LOCKED_FIRST,
        /** A row of another table is inserted; the account's own row is not touched. */
        CHILD_ONLY,
        /** Nothing is written but the event. */
        UNTOUCHED,
        /** The event is fired before anything else is done. */
        EVENT_FIRST
    }

    @PersistenceContext
    EntityManager em;

    @Inject
    Event<AccountChanged> changed;

    @Transactional
    public void open(String id) {
        em.persist(new Account(id));
    }

    @Transactional
    public void change(Shape shape, String id, String note) {
        switch (shape) {
            case OPTIMISTIC -> em.find(Account.class, id).add(1);
            case LOCKED_FIRST ->
                em.find(Account.class, id, LockModeType.PESSIMISTIC_WRITE).add(1);
            case CHILD_ONLY -> em.persist(new Booking(id));
            case UNTOUCHED -> {}
            case EVENT_FIRST -> changed.fire(new AccountChanged(id, note));
        }
        if (shape == Shape.EVENT_FIRST) {
            em.find(Account.class, id, LockModeType.PESSIMISTIC_WRITE).add(1);
        } else {
            changed.fire(new AccountChanged(id, note));
        }
    }

    @Transactional
    public void fireAll(List<AccountChanged> events) {
        events.forEach(changed::fire);
    }
}
