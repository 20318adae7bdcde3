package org.eeoutbox.relay.ejb;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.OutboxException;
import org.eeoutbox.relay.RelayLog;
import org.eeoutbox.relay.channel.ChannelExtension;
import org.eeoutbox.relay.channel.RelaySettings;
import org.eeoutbox.relay.engine.Relay;
import org.eeoutbox.relay.engine.RelayRuntime;
import org.eeoutbox.spi.Housekeeping;
import org.eeoutbox.spi.OutboxStore;

/**
 * Starts the relay with the application, lets it look at the tables from time to time, and stops it. Its transactions
 * are its own, also in the life-cycle methods, where a container would otherwise begin one around the relay's
 * connections. Not for use by applications; public because the container asks for it.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RelayTimer {

    private static final String HEARTBEAT = "outbox-heartbeat";
    private static final String RETENTION = "outbox-retention";
    private static final long RETENTION_MILLIS = 60_000;

    @Inject
    private ChannelExtension channels;

    @Inject
    private Instance<OutboxStore> stores;

    @Inject
    @Any
    private Instance<Object> beans;

    @Inject
    private Instance<Housekeeping> housekeeping;

    @Inject
    private CommitSignal commits;

    @Inject
    private Watch watch;

    @Resource(lookup = "java:comp/DefaultManagedThreadFactory")
    private ManagedThreadFactory threads;

    @Resource
    private TimerService timers;

    private final ReentrantLock cleaning = new ReentrantLock();
    private Relay relay;
    private Duration stopGrace;

    /** For the container. */
    public RelayTimer() {}

    @PostConstruct
    void start() {
        if (channels.settings().isEmpty()) {
            watch.withoutRelay();
            return;
        }
        if (channels.channels().isEmpty()) {
            RelayLog.NO_CHANNELS.log();
            watch.withoutRelay();
            return;
        }
        RelaySettings settings = channels.settings().get();
        stopGrace = settings.stopGrace();
        relay = new Relay(
                store(),
                channels.publisher(beans),
                channels.channels(),
                settings.relay(),
                new RelayRuntime(
                        threads,
                        System::nanoTime,
                        () -> ThreadLocalRandom.current().nextDouble(),
                        channels.classifier(beans),
                        watch.over(channels.channels(), settings, threads)));
        relay.start();
        commits.connect(relay);
        long millis = settings.heartbeat().toMillis();
        timers.createIntervalTimer(millis, millis, new TimerConfig(HEARTBEAT, false));
        timers.createIntervalTimer(1_000, RETENTION_MILLIS, new TimerConfig(RETENTION, false));
        RelayLog.STARTED.log(channels.channels(), settings.relay());
    }

    private OutboxStore store() {
        if (!stores.isResolvable()) {
            throw new OutboxConfigurationException(
                    stores.isUnsatisfied()
                            ? "The relay has no outbox tables to read: add outbox-jpa to the application," + " or set '"
                                    + RelaySettings.MODE_KEY + "' to 'off'."
                            : "The relay finds more than one bean of type " + OutboxStore.class.getName()
                                    + ": leave one of them.");
        }
        return stores.get();
    }

    @Timeout
    void elapsed(Timer timer) {
        Tick.survive(() -> {
            if (HEARTBEAT.equals(timer.getInfo())) {
                watch.beat(relay::heartbeat);
            } else if (cleaning.tryLock()) {
                clean();
            }
        });
    }

    private void clean() {
        try {
            housekeeping.forEach(Housekeeping::run);
        } catch (OutboxException e) {
            RelayLog.RETENTION_FAILED.log(e, e.getMessage());
        } finally {
            cleaning.unlock();
        }
    }

    @PreDestroy
    void stop() {
        if (relay != null) {
            commits.connect(null);
            relay.stop(stopGrace);
            RelayLog.STOPPED.log();
        }
        watch.end();
    }
}
