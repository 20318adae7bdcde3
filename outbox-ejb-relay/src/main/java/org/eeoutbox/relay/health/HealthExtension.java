package org.eeoutbox.relay.health;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;

/**
 * Adds the checks where MicroProfile Health is there. Beans that the container finds by itself would be classes that it
 * cannot load elsewhere; and not every server lets a bean that an extension adds look up others. A container service; not for use by applications.
 */
public class HealthExtension implements Extension {

    private final RelayHealth health = new RelayHealth();

    /** For the container. */
    public HealthExtension() {}

    /**
     * What the checks pass on.
     *
     * @return the one of this application
     */
    public RelayHealth health() {
        return health;
    }

    void checks(@Observes AfterBeanDiscovery discovery) {
        try {
            HealthChecks.addTo(discovery, health);
        } catch (LinkageError absent) {
            // There is no MicroProfile Health, and so nobody who asks.
        }
    }
}
