package org.eeoutbox;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the effect of a method happen once for each event, however often the event is delivered.
 *
 * <pre>{@code
 * @Incoming("orders")
 * @Blocking
 * @Idempotent("billing")
 * public void bill(ConsumerRecord<String, byte[]> order) {
 *     em.persist(Invoice.of(order.value()));
 * }
 * }</pre>
 *
 * <p>The method runs in the active JTA transaction, or in one that is begun for it. In the same transaction the event's
 * id is stored under the consumer's name; if it is there already, the method is not called and the delivery counts as
 * done. Of two threads that bring one event at the same moment, one waits for the other and then finds a duplicate.
 * Whatever the method throws, also a checked exception, marks the transaction for rollback, so that no id stays and the
 * next delivery is processed. Only what takes part in the transaction is covered: not a mail, not a call to another
 * service.
 *
 * <p><b>The id</b> comes from the first parameter that has one: a parameter marked with {@link EventId}; a
 * {@link ReceivedEvent}; a Reactive Messaging {@code Message}, whose metadata is looked at; a Kafka
 * {@code ConsumerRecord}; the metadata of SmallRye's connectors ({@code IncomingKafkaRecordMetadata},
 * {@code IncomingAmqpMetadata}, {@code IncomingJmsMessageMetadata}, {@code IncomingRabbitMQMetadata},
 * {@code CloudEventMetadata}); a {@code jakarta.jms.Message}; a {@code Map} with headers. Of headers and properties
 * those of CloudEvents count, {@code ce_id}, {@code ce-id}, {@code cloudEvents:id} or {@code cloudEvents_id}; so do the
 * attributes by which the order is checked, {@code sequence} and {@code previoussequence}.
 *
 * <p><b>The order</b> of each aggregate's events is checked where they tell it, see
 * {@code outbox.inbox.<consumer>.order}: {@code warn} (default) and {@code ignore} call the method all the same,
 * {@code reject} throws an {@link OutboxOrderException}.
 *
 * <p><b>Acknowledgment.</b> An {@code @Incoming} method either has a payload as its parameter and returns nothing; the
 * connector acknowledges when it has returned, which is after the commit. Or it has a {@code Message} and returns a
 * {@code CompletionStage}, which must be complete when the method returns, since nothing that happens later is part of
 * the transaction; the outbox acknowledges the message after the commit, or rejects it with what was thrown, and
 * whatever the method itself says to the message counts for nothing. {@code @Acknowledgment(PRE_PROCESSING)} and
 * {@code NONE} are refused, and so is {@code @Outgoing}: what such a method returns is not part of the transaction; fire
 * an {@link Outboxed} event. A method that is not {@code @Incoming} returns nothing or an {@code Optional}, which is
 * empty for a duplicate.
 *
 * <p>The interceptor comes after those of MicroProfile Fault Tolerance, so {@code @Retry} begins a new transaction for
 * each attempt. {@code @Transactional} on the same method is not needed; with it, all attempts share one.
 *
 * <p>A method that cannot be served fails the deployment.
 */
@Documented
@InterceptorBinding
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Idempotent {

    /**
     * The name of the consumer: events are processed once for each name. Two methods that do different things with the
     * same events need different names. Do not change it later, or events that are delivered again count as new.
     *
     * @return a name, not blank, at most {@value Inbox#MAX_CONSUMER} characters
     */
    @Nonbinding
    String value();
}
