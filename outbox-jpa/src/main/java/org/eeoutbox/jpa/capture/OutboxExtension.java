package org.eeoutbox.jpa.capture;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.InjectionException;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxException;
import org.eeoutbox.Outboxed;
import org.eeoutbox.spi.ApplicationLoader;
import org.eeoutbox.spi.EventClasses;
import org.eeoutbox.spi.KnownKeys;
import org.eeoutbox.spi.MappedEvent;

/**
 * Finds the event classes of an application, marked or mapped, and observes their events. What is wrong with a class,
 * with the configuration or with persistence.xml fails the deployment.
 */
public class OutboxExtension implements Extension {

    private static final System.Logger LOG = System.getLogger("org.eeoutbox.capture");

    private final Set<Class<?>> eventClasses = new LinkedHashSet<>();
    private final List<EventType> types = new ArrayList<>();
    private final List<OutboxConfigurationException> problems = new ArrayList<>();
    private final RefusedEvents refusedEvents = new RefusedEvents();
    private CaptureConfig captureConfig;
    private PersistenceUnit persistenceUnit;
    private volatile Capture capture;

    <T> void collect(@Observes @WithAnnotations({Outboxed.class, Inject.class}) ProcessAnnotatedType<T> type) {
        eventClasses.addAll(EventClasses.shownBy(type.getAnnotatedType()));
        if (type.getAnnotatedType().getJavaClass().isAnnotationPresent(Outboxed.class)) {
            type.veto();
        }
    }

    void register(@Observes AfterBeanDiscovery discovery) {
        ClassLoader loader = ApplicationLoader.of(OutboxExtension.class);
        Config config = ConfigProvider.getConfig(loader);
        KnownKeys.strangers(config).forEach(sentence -> LOG.log(System.Logger.Level.WARNING, "OUTBOX-110 " + sentence));
        for (Class<?> eventClass : eventClasses) {
            attempt(() -> types.add(EventType.of(eventClass, config)));
        }
        attempt(() -> {
            for (MappedEvent mapped : MappedEvent.all(config)) {
                attempt(() -> types.add(EventType.of(mapped, loader, config)));
            }
            captureConfig = CaptureConfig.read(
                    config, types.stream().map(EventType::channel).collect(Collectors.toSet()));
        });
        attempt(() -> persistenceUnit = PersistenceUnit.find(loader));
        if (problems.isEmpty()) {
            observe(discovery, new EventTypes(types, config));
        }
        // Not later: other extensions start to work after the validation, and what they throw would hide ours.
        problems.forEach(discovery::addDefinitionError);
    }

    /**
     * Observes all events of the application and takes out ours: an observer per class would miss the classes that the
     * container does not show, and their events would vanish.
     */
    private void observe(AfterBeanDiscovery discovery, EventTypes all) {
        discovery.addObserverMethod(new EventObserver(
                false, event -> type(all, event).ifPresent(type -> capture(type).fire(event, type))));
        discovery.addObserverMethod(new EventObserver(
                true, event -> type(all, event).ifPresent(type -> capture(type).fireAsync(type))));
    }

    private Optional<EventType> type(EventTypes all, Object event) {
        try {
            return all.of(event);
        } catch (OutboxException e) {
            throw refusedEvents.add(e);
        }
    }

    private Capture capture(EventType type) {
        Capture ready = capture;
        return ready == null ? early(type) : ready;
    }

    /** Open Liberty starts singletons before it tells observers that the application has begun. */
    private Capture early(EventType type) {
        try {
            return CDI.current().select(Capture.class).get();
        } catch (IllegalStateException | InjectionException e) {
            throw refusedEvents.add(new OutboxConfigurationException(
                    "The event " + type.type() + " was fired before the outbox had started. Fire it in an observer of"
                            + " jakarta.enterprise.event.Startup, or later.",
                    e));
        }
    }

    /**
     * Takes the bean that the observers call. The extension cannot look it up: on Payara, its bean manager does not see
     * the beans of its own archive.
     */
    void serve(Capture bean) {
        capture = bean;
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

    /**
     * What was refused so far.
     *
     * @return always the same
     */
    RefusedEvents refusedEvents() {
        return refusedEvents;
    }
}
