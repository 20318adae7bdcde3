package org.eeoutbox.jpa.capture;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.jpa.store.JdbcOutboxStore;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.spi.OutboxStore;

/** Makes the parts that are plain Java into beans. */
@ApplicationScoped
public class CaptureBeans {

    @Produces
    @Singleton
    static CaptureConfig config(OutboxExtension extension) {
        return extension.captureConfig();
    }

    @Produces
    @Singleton
    static Schema schema(OutboxExtension extension, CaptureConfig config) {
        return new Schema(
                dataSource("jta-data-source", extension.persistenceUnit().dataSource()), config.createSchema());
    }

    @Produces
    @Singleton
    static OutboxStore store(OutboxExtension extension, CaptureConfig config, Schema schema) {
        Config mpConfig = ConfigProvider.getConfig();
        String key = "outbox.relay.datasource";
        DataSource source = mpConfig.getOptionalValue(key, String.class)
                .map(name -> dataSource(key, name))
                .orElseGet(() -> dataSource(
                        "jta-data-source", extension.persistenceUnit().dataSource()));
        return new JdbcOutboxStore(source, schema, config.shards());
    }

    private static DataSource dataSource(String origin, String name) {
        try {
            return InitialContext.doLookup(name);
        } catch (NamingException | ClassCastException e) {
            throw new OutboxConfigurationException(
                    "There is no data source '" + name + "', which " + origin + " names. Create it in the server.", e);
        }
    }
}
