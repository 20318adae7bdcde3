package org.eeoutbox.jpa.inbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the parts that are plain Java into beans, and looks at the settings when the application starts. */
@ApplicationScoped
public class InboxBeans {

    @Produces
    @Singleton
    static InboxSettings settings(InboxExtension extension) {
        return new InboxSettings(extension.config());
    }

    @Produces
    @Singleton
    static Deliveries deliveries(InboxExtension extension) {
        return new Deliveries(extension.consumers(), System::nanoTime);
    }

    void start(@Observes Startup startup, InboxExtension extension) {
        if (!extension.consumers().isEmpty()) {
            RetentionAdvice.of(extension.config()).forEach(InboxLog::warn);
        }
    }
}
