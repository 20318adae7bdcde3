package org.eeoutbox.relay.health;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import java.lang.annotation.Annotation;
import java.util.function.Function;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/** The three checks of MicroProfile Health. */
final class HealthChecks {

    private HealthChecks() {}

    static void addTo(AfterBeanDiscovery discovery) {
        add(discovery, Liveness.Literal.INSTANCE, "outbox-relay", RelayHealth::live);
        add(discovery, Readiness.Literal.INSTANCE, "outbox-tables", RelayHealth::ready);
        add(discovery, Readiness.Literal.INSTANCE, "outbox-channels", RelayHealth::channels);
    }

    private static void add(
            AfterBeanDiscovery discovery, Annotation kind, String name, Function<RelayHealth, Verdict> check) {
        discovery
                .<HealthCheck>addBean()
                .id(name)
                .beanClass(HealthChecks.class)
                .types(HealthCheck.class, Object.class)
                .qualifiers(kind, Any.Literal.INSTANCE)
                .scope(ApplicationScoped.class)
                .produceWith(beans -> {
                    RelayHealth health = beans.select(RelayHealth.class).get();
                    return () -> response(name, check.apply(health));
                });
    }

    private static HealthCheckResponse response(String name, Verdict verdict) {
        HealthCheckResponseBuilder response = HealthCheckResponse.named(name).status(verdict.up());
        verdict.data().forEach(response::withData);
        return response.build();
    }
}
