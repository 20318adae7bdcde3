package org.eeoutbox.relay.health;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import java.lang.annotation.Annotation;
import java.util.function.Supplier;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/** The three checks of MicroProfile Health. */
final class HealthChecks {

    private HealthChecks() {}

    static void addTo(AfterBeanDiscovery discovery, RelayHealth health) {
        add(discovery, Liveness.Literal.INSTANCE, "outbox-relay", health::live);
        add(discovery, Readiness.Literal.INSTANCE, "outbox-tables", health::ready);
        add(discovery, Readiness.Literal.INSTANCE, "outbox-channels", health::channels);
    }

    private static void add(AfterBeanDiscovery discovery, Annotation kind, String name, Supplier<Verdict> check) {
        discovery
                .<HealthCheck>addBean()
                .id(name)
                .beanClass(HealthChecks.class)
                .types(HealthCheck.class, Object.class)
                .qualifiers(kind, Any.Literal.INSTANCE)
                .scope(ApplicationScoped.class)
                .produceWith(beans -> () -> response(name, check.get()));
    }

    private static HealthCheckResponse response(String name, Verdict verdict) {
        HealthCheckResponseBuilder response = HealthCheckResponse.named(name).status(verdict.up());
        verdict.data().forEach(response::withData);
        return response.build();
    }
}
