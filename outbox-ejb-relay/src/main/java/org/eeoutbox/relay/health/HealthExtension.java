package org.eeoutbox.relay.health;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;

/**
 * Adds the checks where MicroProfile Health is there. Beans that the container finds by itself would be classes that it
 * cannot load elsewhere. A container service; not for use by applications.
 */
public class HealthExtension implements Extension {

    /** For the container. */
    public HealthExtension() {}

    void checks(@Observes AfterBeanDiscovery discovery) {
        try {
            HealthChecks.addTo(discovery);
        } catch (LinkageError absent) {
            // There is no MicroProfile Health, and so nobody who asks.
        }
    }
}
