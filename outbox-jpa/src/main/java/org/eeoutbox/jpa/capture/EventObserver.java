package org.eeoutbox.jpa.capture;

import jakarta.enterprise.event.Reception;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.spi.EventContext;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Observes every event with any qualifiers. Not made by CDI's configurator: Weld wraps what such an observer throws,
 * and the caller of {@code fire} is to get our exceptions as they are.
 */
record EventObserver(boolean async, Consumer<Object> consumer) implements ObserverMethod<Object> {

    @Override
    public void notify(EventContext<Object> context) {
        consumer.accept(context.getEvent());
    }

    @Override
    public boolean isAsync() {
        return async;
    }

    @Override
    public Class<?> getBeanClass() {
        return Capture.class;
    }

    @Override
    public Type getObservedType() {
        return Object.class;
    }

    @Override
    public Set<Annotation> getObservedQualifiers() {
        return Set.of();
    }

    @Override
    public Reception getReception() {
        return Reception.ALWAYS;
    }

    @Override
    public TransactionPhase getTransactionPhase() {
        return TransactionPhase.IN_PROGRESS;
    }
}
