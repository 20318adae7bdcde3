package org.eeoutbox.examples.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/** The business transactions. */
@ApplicationScoped
@Transactional
public class OrderService {

    @PersistenceContext
    EntityManager em;

    @Inject
    Event<OrderPlaced> placed;

    @Inject
    Event<OrderCancelled> cancelled;

    public Order place(String customer, BigDecimal total) {
        Order order = new Order(UUID.randomUUID(), customer, total);
        em.persist(order);
        placed.fire(new OrderPlaced(customer, order.getId(), total));
        return order;
    }

    public Optional<Order> find(UUID id) {
        return Optional.ofNullable(em.find(Order.class, id));
    }

    public Optional<Order> cancel(UUID id) {
        Optional<Order> found = Optional.ofNullable(em.find(Order.class, id, LockModeType.PESSIMISTIC_WRITE));
        found.filter(Order::cancel).ifPresent(order -> cancelled.fire(new OrderCancelled(order.getCustomer(), id)));
        return found;
    }
}
