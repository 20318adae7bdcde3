package org.eeoutbox.jpa.capture;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.Outboxed;

/**
 * Finds the {@link Outboxed} event classes of an application and registers an observer for each. What is wrong with a
 * class, with the configuration or with persistence.xml fails the deployment.
 */
public class OutboxExtension implements Extension {

    private final Set<Class<?>> eventClasses = new LinkedHashSet<>();
    private final List<EventType> types = new ArrayList<>();
    private final List<OutboxConfigurationException> problems = new ArrayList<>();
    private CaptureConfig captureConfig;
    private PersistenceUnit persistenceUnit;
    private volatile Capture capture;

    <T> void collect(@Observes @WithAnnotations(Outboxed.class) ProcessAnnotatedType<T> type) {
        Class<?> eventClass = type.getAnnotatedType().getJavaClass();
        if (eventClass.isAnnotationPresent(Outboxed.class)) {
            eventClasses.add(eventClass);
            type.veto();
        }
    }

    void register(@Observes AfterBeanDiscovery discovery) {
        Config config = ConfigProvider.getConfig();
        for (Class<?> eventClass : eventClasses) {
            attempt(() -> types.add(EventType.of(eventClass, config)));
        }
        attempt(() -> captureConfig = CaptureConfig.read(
                config, types.stream().map(EventType::channel).collect(Collectors.toSet())));
        attempt(() ->
                persistenceUnit = PersistenceUnit.find(Thread.currentThread().getContextClassLoader()));
        EventTypes all = new EventTypes(types);
        for (EventType type : types) {
            observe(discovery, type, all);
        }
    }

    /** An event reaches the observer of every type above it; the one of its nearest type captures it. */
    private void observe(AfterBeanDiscovery discovery, EventType type, EventTypes all) {
        discovery.addObserverMethod(new EventObserver(type.eventClass(), false, event -> {
            if (all.of(event) == type) {
                capture(type).fire(event, type);
            }
        }));
        discovery.addObserverMethod(new EventObserver(type.eventClass(), true, event -> {
            if (all.of(event) == type) {
                capture(type).fireAsync(type);
            }
        }));
    }

    private Capture capture(EventType type) {
        if (capture == null) {
            throw new OutboxTransactionRequiredException(
                    "The event " + type.type() + " was fired before the application"
                            + " has started. Fire it from an observer of Startup, or later.");
        }
        return capture;
    }

    /**
     * Takes the bean that the observers call. The extension cannot look it up: on Payara, its bean manager does not see
     * the beans of its own archive.
     */
    void serve(Capture bean) {
        capture = bean;
    }

    void validate(@Observes AfterDeploymentValidation validation) {
        problems.forEach(validation::addDeploymentProblem);
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (OutboxConfigurationException e) {
            problems.add(e);
        }
    }

    /**
     * The configuration of capture; a getter, since an injected extension is a proxy.
     *
     * @return the configuration
     */
    CaptureConfig captureConfig() {
        return captureConfig;
    }

    /**
     * The persistence unit that the outbox is a part of.
     *
     * @return the unit
     */
    PersistenceUnit persistenceUnit() {
        return persistenceUnit;
    }
}
