package org.eeoutbox.relay.tracing;

import jakarta.enterprise.inject.Instance;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.spi.ApplicationLoader;

/** Finds out whether sends are to be traced. */
public final class SendSpans {

    private SendSpans() {}

    /**
     * Looks for OpenTelemetry.
     *
     * @param beans all beans of the application
     * @return makes a span of each send; empty if OpenTelemetry is not there or has no bean
     */
    public static Optional<RelayListener> find(Instance<Object> beans) {
        Config config = ConfigProvider.getConfig(ApplicationLoader.of(SendSpans.class));
        try {
            return OpenTelemetrySends.find(beans, config);
        } catch (LinkageError absent) {
            return Optional.empty();
        }
    }
}
