package org.eeoutbox;

import jakarta.enterprise.inject.Stereotype;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class whose CDI events are stored in the outbox and published after the commit.
 *
 * <pre>{@code
 * @Outboxed(aggregate = "order", type = "order.placed")
 * public record OrderPlaced(@AggregateId UUID orderId, BigDecimal total) {}
 *
 * @Inject Event<OrderPlaced> placed;
 *
 * @Transactional
 * void place(Order order) {
 *     em.persist(order);
 *     placed.fire(new OrderPlaced(order.id(), order.total()));
 * }
 * }</pre>
 *
 * <p>Firing such an event requires an active JTA transaction that is not marked for rollback; otherwise
 * {@code fire} throws {@link OutboxTransactionRequiredException}. The event is serialised inside {@code fire}, so
 * later changes to the object do not matter, and it leaves if and only if the transaction commits. An event that was
 * fired with {@code fireAsync} has no transaction and is refused.
 *
 * <p>The annotation is a stereotype, hence bean-defining: a marked class is found in every bean archive whose
 * discovery mode is {@code annotated} (the default of CDI 4.0, also without a beans.xml) or {@code all}. Elsewhere it is
 * found where it is injected as {@code Event<X>}, and otherwise when the first event is fired, which is then refused if
 * its channel is not known; name the channel in {@code outbox.channels}. The class does not become a bean. An event
 * whose class is not marked itself is captured by its nearest marked superclass or interface; each event is captured
 * once.
 */
@Documented
@Stereotype
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Outboxed {

    /**
     * The kind of thing that the event is about, such as {@code "order"}. Together with the {@link AggregateId} it
     * names one aggregate, whose events keep their order.
     *
     * @return the aggregate type, not blank, at most {@value OutboxMessage#MAX_AGGREGATE_TYPE} characters
     */
    String aggregate();

    /**
     * The name under which consumers know the event, such as {@code "order.placed"}; it becomes the CloudEvents
     * {@code type}.
     *
     * @return the event type, not blank, at most {@value OutboxMessage#MAX_TYPE} characters
     */
    String type();

    /**
     * The version of the payload's schema.
     *
     * @return a positive number; 1 by default
     */
    int version() default 1;

    /**
     * Whether the events of one aggregate must leave in the order in which their transactions committed. An ordered
     * event takes the next number of its aggregate's sequence under a row lock that is held until the commit; an
     * unordered one has no sequence and pays nothing for it.
     *
     * @return {@code true} by default
     */
    boolean ordered() default true;

    /**
     * The Reactive Messaging channel through which the event leaves, configured as
     * {@code mp.messaging.outgoing.<channel>.*}.
     *
     * @return a channel name, or empty (the default) for the one that {@code outbox.default-channel} names
     */
    String channel() default "";
}
