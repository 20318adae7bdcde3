package org.eeoutbox.tests;

import org.jboss.arquillian.container.spi.Container;
import org.jboss.arquillian.container.spi.ContainerRegistry;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.arquillian.test.spi.event.suite.AfterSuite;

/**
 * Starts the {@link Lab} before Arquillian boots a server, tells the server where it is, and ends it after the last
 * test. Lives in the client JVM only.
 */
public final class LabExtension implements LoadableExtension {

    @Override
    public void register(ExtensionBuilder builder) {
        builder.observer(Lifecycle.class);
    }

    /** Arquillian makes and keeps the one instance. */
    public static final class Lifecycle {

        private Lab lab;

        /**
         * Starts the lab.
         *
         * @param registry the containers, not yet set up
         */
        public void start(@Observes ContainerRegistry registry) {
            lab = Lab.start();
            for (Container<?> container : registry.getContainers()) {
                Server.current()
                        .adapterProperties(lab)
                        .forEach(container.getContainerConfiguration()::overrideProperty);
            }
        }

        /**
         * Ends the lab, after the servers: Arquillian's own observers come first.
         *
         * @param event the end of all tests
         */
        public void stop(@Observes(precedence = -100) AfterSuite event) {
            lab.close();
        }
    }
}
