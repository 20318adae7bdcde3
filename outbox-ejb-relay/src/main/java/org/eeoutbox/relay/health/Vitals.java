package org.eeoutbox.relay.health;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.eclipse.microprofile.config.Config;
import org.eeoutbox.relay.engine.RelayListener;
import org.eeoutbox.spi.Backlog.Standing;

/** All that is known of a running relay's health. Safe for use by several threads. */
public final class Vitals {

    /** A channel that has confirmed an event within this time is not probed: it works. */
    private static final Duration FRESH = Duration.ofSeconds(2);

    /** Brokers are probed as long as somebody asks for their health. */
    private static final long INTEREST_NANOS = Duration.ofMinutes(1).toNanos();

    private final HealthSettings settings;
    private final Pulse pulse;
    private final ChannelStates states;
    private final BrokerProbe probe;
    private final Function<String, Optional<Standing>> backlog;
    private final Surroundings surroundings;
    private final AtomicBoolean probing = new AtomicBoolean();
    private volatile boolean asked;
    private volatile long askedAt;
    private long probedAt;

    /**
     * Time and threads.
     *
     * @param nanoClock a monotonic clock
     * @param threads makes a thread for each round of probes
     * @param config where the channels' brokers are named
     * @param heartbeat how often {@link #beat} will be called
     */
    public record Surroundings(LongSupplier nanoClock, ThreadFactory threads, Config config, Duration heartbeat) {}

    /**
     * The health of a relay that starts now.
     *
     * @param settings how it is judged
     * @param states how its channels do
     * @param backlog what stands in a channel, if that is known
     * @param surroundings time and threads
     */
    public Vitals(
            HealthSettings settings,
            ChannelStates states,
            Function<String, Optional<Standing>> backlog,
            Surroundings surroundings) {
        this.settings = settings;
        this.pulse = new Pulse(surroundings.heartbeat(), surroundings.nanoClock());
        this.states = states;
        this.probe = new BrokerProbe(surroundings.config(), states.channels());
        this.backlog = backlog;
        this.surroundings = surroundings;
        this.probedAt =
                surroundings.nanoClock().getAsLong() - settings.probePeriod().toNanos();
    }

    /**
     * Who has to be told what the relay does, for this to know.
     *
     * @return a listener
     */
    public RelayListener listener() {
        return pulse;
    }

    /**
     * Runs the heartbeat of the relay.
     *
     * @param heartbeat what it does
     */
    public void beat(Runnable heartbeat) {
        pulse.beat(heartbeat);
        long now = surroundings.nanoClock().getAsLong();
        boolean due = !settings.probePeriod().isZero()
                && asked
                && now - askedAt < INTEREST_NANOS
                && now - probedAt >= settings.probePeriod().toNanos();
        if (due && probing.compareAndSet(false, true)) {
            probedAt = now;
            surroundings.threads().newThread(this::probe).start();
        }
    }

    private void probe() {
        try {
            for (String channel : states.channels()) {
                if (!states.hasConfirmedWithin(channel, FRESH)) {
                    probe.probe(channel);
                }
            }
        } finally {
            probing.set(false);
        }
    }

    Verdict live() {
        return pulse.live();
    }

    Verdict ready() {
        return pulse.ready();
    }

    Verdict channels() {
        askedAt = surroundings.nanoClock().getAsLong();
        asked = true;
        Map<String, String> data = new TreeMap<>();
        boolean up = true;
        for (String channel : states.channels()) {
            Optional<String> trouble = trouble(channel);
            up &= trouble.isEmpty();
            boolean paused = backlog.apply(channel).map(Standing::paused).orElse(false);
            data.put(channel, trouble.orElse(paused ? "paused by an operator" : "works"));
        }
        return new Verdict(up || settings.report(), data);
    }

    private Optional<String> trouble(String channel) {
        Optional<String> told = states.trouble(channel);
        if (told.isPresent()) {
            return told;
        }
        if (!probe.isReachable(channel) && !states.hasConfirmedWithin(channel, FRESH)) {
            return Optional.of("has no broker that can be reached");
        }
        return backlog.apply(channel).filter(standing -> !standing.paused()).flatMap(this::tooOld);
    }

    private Optional<String> tooOld(Standing standing) {
        return standing.oldestAge()
                .filter(age -> !settings.maxAge().isZero() && age.compareTo(settings.maxAge()) > 0)
                .map(age -> "has an event that waits for " + age.toSeconds() + " s");
    }
}
