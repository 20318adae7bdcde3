package org.eeoutbox.tests.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Business code as a user would write it, and as a user should not. */
@ApplicationScoped
public class Shop {

    @PersistenceContext
    EntityManager em;

    @Inject
    Event<OrderPlaced> placed;

    @Inject
    Event<Object> anything;

    @Inject
    Event<Nudge> nudges;

    @jakarta.annotation.Resource
    TransactionSynchronizationRegistry registry;

    @Inject
    Shop self;

    record Nudge(String orderId) {}

    @Transactional
    public void place(String id) {
        em.persist(new PurchaseOrder(id, "plain"));
        placed.fire(new OrderPlaced(id, new BigDecimal("12.50"), "é 漢 🎉"));
    }

    @Transactional
    public void persist(Object entity) {
        em.persist(entity);
    }

    @Transactional
    public void placeWithNote(String id, String note) {
        em.persist(new PurchaseOrder(id, note));
    }

    @Transactional
    public void changeNote(String id, String note) {
        em.find(PurchaseOrder.class, id).setNote(note);
    }

    /** Runs something while the transaction holds its connection and has its event to write. */
    @Transactional
    public void placeAndHold(String id, Runnable meanwhile) {
        place(id);
        em.flush();
        meanwhile.run();
    }

    @Transactional
    public void placeThenFail(String id) {
        place(id);
        throw new IllegalStateException("changed my mind");
    }

    @Transactional
    public void placeThenGiveUp(String id) {
        place(id);
        registry.setRollbackOnly();
    }

    @Transactional
    public void giveUpThenFire(String id) {
        registry.setRollbackOnly();
        placed.fire(new OrderPlaced(id, BigDecimal.ONE, "too late"));
    }

    @Transactional
    public void fireAll(List<?> events) {
        events.forEach(anything::fire);
    }

    public void fireWithoutTransaction(Object event) {
        anything.fire(event);
    }

    @Transactional
    public CompletionStage<OrderPlaced> fireAsync(String id) {
        return placed.fireAsync(new OrderPlaced(id, BigDecimal.ONE, "async"));
    }

    @Transactional
    public void fireThenChange(OrderViewed viewed) {
        anything.fire(viewed);
        viewed.setBy("someone else");
    }

    @Transactional
    public void innerCommitsOuterFails(String inner, String outer) {
        placed.fire(new OrderPlaced(outer, BigDecimal.ONE, "outer"));
        self.inItsOwnTransaction(inner);
        throw new IllegalStateException("the outer one fails");
    }

    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public void inItsOwnTransaction(String id) {
        placed.fire(new OrderPlaced(id, BigDecimal.ONE, "inner"));
    }

    @Transactional
    public void nudge(String id) {
        nudges.fire(new Nudge(id));
    }

    void beforeCompletion(@Observes(during = TransactionPhase.BEFORE_COMPLETION) Nudge nudge) {
        placed.fire(new OrderPlaced(nudge.orderId(), BigDecimal.ONE, "before completion"));
    }

    void fragile(@Observes OrderPlaced event) {
        if ("break a later observer".equals(event.note())) {
            throw new IllegalStateException("a later observer fails");
        }
    }
}
