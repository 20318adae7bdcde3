package org.eeoutbox.relay.ejb;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eeoutbox.relay.RelayLog;
import org.eeoutbox.relay.channel.RelaySettings;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.relay.health.ChannelStates;
import org.eeoutbox.relay.health.HealthExtension;
import org.eeoutbox.relay.health.Vitals;
import org.eeoutbox.relay.metrics.BacklogView;
import org.eeoutbox.relay.metrics.Meter;
import org.eeoutbox.relay.metrics.Meters;
import org.eeoutbox.relay.metrics.Metric;
import org.eeoutbox.relay.metrics.RelayMetrics;
import org.eeoutbox.relay.tracing.SendSpans;
import org.eeoutbox.spi.ApplicationLoader;
import org.eeoutbox.spi.Backlog;
import org.eeoutbox.spi.CapturedEvents;
import org.eeoutbox.spi.InboxCounts;
import org.eeoutbox.spi.Rejections;

/**
 * Whoever watches the relay: log, metrics, health, traces. Each is optional, and none that fails keeps the relay from
 * running. No type that a server may lack is named here.
 */
@ApplicationScoped
class Watch {

    @Inject
    @Any
    private Instance<Object> beans;

    @Inject
    private HealthExtension health;

    private volatile Vitals vitals;
    private volatile BacklogView backlog;
    private volatile RelayMetrics metrics;
    private volatile Meter meter;

    /** This node only stores events. */
    void withoutRelay() {
        health.health().started(null);
        startMetrics(Set.of());
    }

    /** The listeners of a relay that is about to start. */
    List<RelayListener> over(Set<String> channels, RelaySettings settings, ThreadFactory threads) {
        ChannelStates states = new ChannelStates(channels, System::nanoTime);
        Instance<Backlog> tables = beans.select(Backlog.class);
        BacklogView view = tables.isResolvable() ? new BacklogView(tables.get(), channels, System::nanoTime) : null;
        backlog = view;
        Vitals.Surroundings surroundings = new Vitals.Surroundings(
                System::nanoTime,
                threads,
                ConfigProvider.getConfig(ApplicationLoader.of(Watch.class)),
                settings.heartbeat());
        Vitals now = new Vitals(
                settings.health(), states, channel -> view == null ? Optional.empty() : view.of(channel), surroundings);
        vitals = now;
        health.health().started(now);
        startMetrics(channels);
        List<RelayListener> listeners = new ArrayList<>(List.of(new LoggingListener(System::nanoTime)));
        listeners.add(states);
        listeners.add(now.listener());
        if (meter != null) {
            listeners.add(metrics);
            show(channels, states, view);
        }
        optional("traces", () -> SendSpans.find(beans)).ifPresent(listeners::add);
        return listeners;
    }

    private void startMetrics(Set<String> channels) {
        optional("metrics", () -> Meters.find(beans)).ifPresent(found -> {
            RelayMetrics started = new RelayMetrics(found, channels, System::nanoTime);
            meter = found;
            metrics = started;
            beans.select(Rejections.class).forEach(rejections -> rejections.listen(started::rejected));
            beans.select(InboxCounts.class).forEach(this::show);
            RelayLog.METRICS.log(found.name());
        });
    }

    private void show(InboxCounts inbox) {
        for (String consumer : inbox.consumers()) {
            for (InboxCounts.Kind kind : InboxCounts.Kind.values()) {
                String word = kind.name().toLowerCase(Locale.ROOT);
                meter.gauge(Metric.INBOX, () -> inbox.count(consumer, kind), consumer, word);
            }
        }
    }

    private void show(Set<String> channels, ChannelStates states, BacklogView view) {
        for (String channel : channels) {
            meter.gauge(Metric.BREAKER, () -> states.isOpen(channel) ? 1 : 0, channel);
        }
        if (view != null) {
            view.show(meter);
        }
    }

    private static <T> Optional<T> optional(String what, Supplier<Optional<T>> search) {
        try {
            return search.get();
        } catch (RuntimeException e) {
            RelayLog.WATCH_FAILED.log(e, what);
            return Optional.empty();
        }
    }

    void committed(@Observes(during = TransactionPhase.AFTER_SUCCESS) CapturedEvents captured) {
        RelayMetrics counting = metrics;
        if (counting != null) {
            counting.captured(captured.events());
        }
    }

    void beat(Runnable heartbeat) {
        vitals.beat(heartbeat);
        if (backlog != null) {
            backlog.look();
        }
    }

    void end() {
        if (meter != null) {
            meter.close();
        }
    }
}
