package org.eeoutbox.jpa.capture;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxStoreException;
import org.eeoutbox.jpa.operations.OperationsDatabase;
import org.eeoutbox.jpa.retention.Retention;
import org.eeoutbox.jpa.store.JdbcBacklog;
import org.eeoutbox.jpa.store.JdbcOutboxStore;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.spi.ApplicationLoader;
import org.eeoutbox.spi.Backlog;
import org.eeoutbox.spi.Housekeeping;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.PublishedArchive;

/** Makes the parts that are plain Java into beans, and checks the tables when the application starts. */
@ApplicationScoped
public class CaptureBeans {

    private static final System.Logger LOG = System.getLogger("org.eeoutbox.capture");

    @Produces
    @Singleton
    static CaptureConfig config(OutboxExtension extension) {
        return extension.captureConfig();
    }

    @Produces
    @Singleton
    static RefusedEvents refusedEvents(OutboxExtension extension) {
        return extension.refusedEvents();
    }

    @Produces
    @Singleton
    static Schema schema(OutboxExtension extension, CaptureConfig config) {
        return new Schema(
                dataSource("jta-data-source", extension.persistenceUnit().dataSource()),
                config.createSchema(),
                config.tables());
    }

    @Produces
    @Singleton
    static OutboxStore store(OutboxExtension extension, CaptureConfig config, Schema schema) {
        return new JdbcOutboxStore(
                relaySource(extension),
                schema,
                config.shards(),
                !config.retention().published().isZero());
    }

    @Produces
    @Singleton
    static Backlog backlog(OutboxExtension extension, CaptureConfig config, Schema schema) {
        return new JdbcBacklog(relaySource(extension), schema, config.shards());
    }

    @Produces
    @Singleton
    static OperationsDatabase operations(OutboxExtension extension, Schema schema) {
        return new OperationsDatabase(relaySource(extension), schema);
    }

    @Produces
    @Singleton
    static Housekeeping retention(
            OutboxExtension extension, CaptureConfig config, Schema schema, @Any Instance<PublishedArchive> archives) {
        return new Retention(relaySource(extension), schema, config.retention(), archives, System::nanoTime);
    }

    private static DataSource relaySource(OutboxExtension extension) {
        Config mpConfig = ConfigProvider.getConfig(ApplicationLoader.of(CaptureBeans.class));
        String key = "outbox.relay.datasource";
        return mpConfig.getOptionalValue(key, String.class)
                .map(name -> dataSource(key, name))
                .orElseGet(() -> dataSource(
                        "jta-data-source", extension.persistenceUnit().dataSource()));
    }

    private static DataSource dataSource(String origin, String name) {
        try {
            return InitialContext.doLookup(name);
        } catch (NamingException | ClassCastException e) {
            throw new OutboxConfigurationException(
                    "There is no data source '" + name + "', which " + origin + " names. Create it in the server.", e);
        }
    }

    /**
     * Before the application's own observers, which may fire, and on a thread of the container's, since WildFly finds
     * the bean's resources on no other. Payara may not have bound the names of an application without EJBs yet; its
     * unit is looked at by the first event.
     */
    void serve(
            @Observes @Priority(0) @Initialized(ApplicationScoped.class) Object start,
            OutboxExtension extension,
            Capture capture) {
        extension.serve(capture);
        try {
            capture.checkUnit(extension.persistenceUnit());
        } catch (OutboxConfigurationException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "The persistence unit of the outbox cannot be looked at yet.", e);
        }
    }

    /** Tables that do not fit fail the start; a database that does not answer yet is looked at again at the first event. */
    void start(@Observes Startup startup, CaptureConfig config, Schema schema) {
        try {
            schema.requireShards(config.channels(), config.shards());
            schema.advice().ifPresent(advice -> LOG.log(System.Logger.Level.WARNING, "OUTBOX-103 {0}", advice));
        } catch (OutboxStoreException e) {
            LOG.log(System.Logger.Level.WARNING, "OUTBOX-102 {0} The outbox will look again.", e.getMessage());
        }
    }
}
