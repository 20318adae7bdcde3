package org.eeoutbox;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the one component, field or no-argument method of an {@link Outboxed} class that holds the aggregate's id. The id is the
 * key of the published message and the unit of order.
 *
 * <p>Its type must be {@link java.lang.CharSequence}, {@link java.util.UUID}, an integer type ({@code int},
 * {@code long}, {@code short}, their wrappers, {@link java.math.BigInteger}) or an enum; its text form is stored, and
 * must have 1 to {@value OutboxMessage#MAX_AGGREGATE_ID} characters. Anything else fails the deployment.
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
public @interface AggregateId {}
