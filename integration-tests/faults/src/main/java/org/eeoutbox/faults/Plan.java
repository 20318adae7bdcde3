package org.eeoutbox.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.eeoutbox.faults.Fault.Kind;

/**
 * The faults of one run. The same seed and number of nodes make the same plan.
 *
 * @param seed what it was made from
 * @param length how long clients go on writing at least
 * @param faults what goes wrong, in the order of their times
 */
record Plan(long seed, Duration length, List<Fault> faults) {

    static final Duration LENGTH = Duration.ofSeconds(30);

    /** Nothing begins before, so that there is something to break. */
    private static final long FIRST_MILLIS = 2_000;

    private static final long LAST_MILLIS = 22_000;
    private static final int FEWEST = 4;
    private static final int MOST = 7;
    private static final long LONGEST_MILLIS = 10_000;
    private static final long LONGEST_FREEZE_MILLIS = 30_000;

    static Plan of(long seed, int nodes) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Fault> faults = new ArrayList<>();
        int count = FEWEST + random.nextInt(MOST - FEWEST + 1);
        for (int i = 0; i < count; i++) {
            faults.add(fault(random, nodes));
        }
        faults.sort(Comparator.comparing(Fault::at));
        return new Plan(seed, LENGTH, List.copyOf(faults));
    }

    private static Fault fault(SplittableRandom random, int nodes) {
        Kind kind = kind(random);
        long at = FIRST_MILLIS + random.nextLong(LAST_MILLIS - FIRST_MILLIS);
        int node = 1 + random.nextInt(nodes);
        // Every third stands still for long: longer than a hold, a send's time-out, or a session's.
        boolean patient = random.nextInt(3) == 0;
        long longest = kind == Kind.FREEZE_NODE && patient ? LONGEST_FREEZE_MILLIS : LONGEST_MILLIS;
        long length = kind.isInstant() ? 0 : 500 + random.nextLong(longest - 500);
        // A long one begins early, so that a run does not last for ever.
        long begin = Math.max(FIRST_MILLIS, Math.min(at, LENGTH.toMillis() + 4_000 - length));
        return new Fault(Duration.ofMillis(begin), kind, kind.ofNode ? node : 0, Duration.ofMillis(length));
    }

    private static Kind kind(SplittableRandom random) {
        int weights = 0;
        for (Kind kind : Kind.values()) {
            weights += kind.weight;
        }
        int left = random.nextInt(weights);
        for (Kind kind : Kind.values()) {
            left -= kind.weight;
            if (left < 0) {
                return kind;
            }
        }
        throw new AssertionError(left);
    }

    @Override
    public String toString() {
        return "seed " + seed + faults.stream().map(fault -> "\n  " + fault).collect(Collectors.joining());
    }
}
