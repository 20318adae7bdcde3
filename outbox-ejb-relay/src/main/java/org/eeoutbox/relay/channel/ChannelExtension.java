package org.eeoutbox.relay.channel;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterTypeDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.enterprise.inject.spi.configurator.AnnotatedTypeConfigurator;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;
import org.eeoutbox.OutboxConfigurationException;
import org.eeoutbox.Outboxed;
import org.eeoutbox.relay.RelayLog;
import org.eeoutbox.relay.engine.Publisher;
import org.eeoutbox.spi.ApplicationLoader;
import org.eeoutbox.spi.Channels;
import org.eeoutbox.spi.EventClasses;
import org.eeoutbox.spi.FailureClassifier;

/**
 * Finds the channels that the application's events leave through, checks them and the relay's own settings, and gives
 * each channel an emitter. What is wrong fails the deployment. A container service; not for use by applications.
 */
public class ChannelExtension implements Extension {

    private static final boolean MESSAGING_IS_THERE = messagingIsThere();

    private final Set<Outboxed> events = new HashSet<>();
    private final List<OutboxConfigurationException> problems = new ArrayList<>();
    private final ChannelUsers users = new ChannelUsers();
    private final TreeMap<String, ChannelSettings> channels = new TreeMap<>();
    private RelaySettings settings;

    /** For the container. */
    public ChannelExtension() {}

    void event(@Observes @WithAnnotations({Outboxed.class, Inject.class}) ProcessAnnotatedType<?> type) {
        for (Class<?> eventClass : EventClasses.shownBy(type.getAnnotatedType())) {
            events.add(eventClass.getAnnotation(Outboxed.class));
        }
    }

    /** Without naming messaging's annotations, which a server that only stores events may lack. */
    void user(@Observes ProcessAnnotatedType<?> type) {
        if (MESSAGING_IS_THERE && type.getAnnotatedType().getJavaClass() != EmitterHolder.class) {
            users.add(type.getAnnotatedType());
        }
    }

    private static boolean messagingIsThere() {
        try {
            Class.forName(
                    "org.eclipse.microprofile.reactive.messaging.Channel",
                    false,
                    ChannelExtension.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    void holder(@Observes ProcessAnnotatedType<EmitterHolder> type) {
        if (!type.getAnnotatedType().isAnnotationPresent(OutboxChannel.class)) {
            type.veto();
        }
    }

    void typesAreKnown(@Observes AfterTypeDiscovery discovery) {
        Config config = ConfigProvider.getConfig(ApplicationLoader.of(ChannelExtension.class));
        try {
            if (RelaySettings.isOff(config)) {
                RelayLog.OFF.log();
                return;
            }
        } catch (OutboxConfigurationException e) {
            problems.add(e);
            return;
        }
        try {
            read(config);
        } catch (OutboxConfigurationException e) {
            problems.add(e);
        }
        if (problems.isEmpty()) {
            channels.keySet().forEach(channel -> addHolder(discovery, channel));
        }
    }

    private void read(Config config) {
        ChannelReader reader = new ChannelReader(config, RelayLog.CHANNEL_SETTING::log);
        for (String channel : names(config)) {
            try {
                users.refuseFor(channel);
                channels.put(channel, reader.read(channel));
            } catch (OutboxConfigurationException e) {
                problems.add(e);
            }
        }
        Duration longestDelivery = channels.values().stream()
                .map(ChannelSettings::deliveryTimeout)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        settings = RelaySettings.read(config, channels.keySet(), longestDelivery);
    }

    private Set<String> names(Config config) {
        Set<String> names = new TreeSet<>(Channels.configured(config));
        events.forEach(event -> names.add(Channels.of(event, config)));
        return names;
    }

    private static void addHolder(AfterTypeDiscovery discovery, String channel) {
        AnnotatedTypeConfigurator<EmitterHolder> holder =
                discovery.addAnnotatedType(EmitterHolder.class, "outbox-emitter-" + channel);
        holder.removeAll().add(ApplicationScoped.Literal.INSTANCE).add(new OutboxChannel.Literal(channel));
        holder.filterFields(field -> field.getJavaMember().getName().equals(EmitterHolder.FIELD))
                .forEach(field -> field.removeAll()
                        .add(new InjectLiteral())
                        .add(new ChannelLiteral(channel))
                        .add(new UnboundedLiteral()));
    }

    /** Not later: Reactive Messaging starts the channels after the validation, and what it throws would hide ours. */
    void report(@Observes AfterBeanDiscovery discovery) {
        problems.forEach(discovery::addDefinitionError);
    }

    /**
     * The channels to serve.
     *
     * @return their names, sorted; empty if the relay is off
     */
    public Set<String> channels() {
        return Set.copyOf(channels.keySet());
    }

    /**
     * How to serve them.
     *
     * @return empty if the relay is off
     */
    public Optional<RelaySettings> settings() {
        return Optional.ofNullable(settings);
    }

    /**
     * The way out.
     *
     * @param beans where to find the emitters
     * @return a new publisher for all channels
     */
    public Publisher publisher(Instance<Object> beans) {
        return new ChannelPublisher(
                channels.values(), settings.source(), settings.relay().sendTimeout(), beans);
    }

    /**
     * Whose fault a failed send is.
     *
     * @param beans where to find the application's own rules
     * @return those, and then what is known of brokers
     */
    public FailureClassifier classifier(Instance<Object> beans) {
        return BrokerFailures.after(beans.select(FailureClassifier.class));
    }

    private static final class InjectLiteral extends AnnotationLiteral<Inject> implements Inject {
        private static final long serialVersionUID = 1L;
    }

    private static final class ChannelLiteral extends AnnotationLiteral<Channel> implements Channel {
        private static final long serialVersionUID = 1L;

        private final String value;

        ChannelLiteral(String value) {
            this.value = value;
        }

        @Override
        public String value() {
            return value;
        }
    }

    /** The relay bounds what is in flight by itself; a connector's buffer that overflows would only fail its sends. */
    private static final class UnboundedLiteral extends AnnotationLiteral<OnOverflow> implements OnOverflow {
        private static final long serialVersionUID = 1L;

        @Override
        public Strategy value() {
            return Strategy.UNBOUNDED_BUFFER;
        }

        @Override
        public long bufferSize() {
            return 0;
        }
    }
}
