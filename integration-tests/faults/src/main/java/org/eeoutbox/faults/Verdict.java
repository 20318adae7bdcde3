package org.eeoutbox.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * What a checker has found.
 *
 * @param events how many events were committed
 * @param duplicates deliveries of an event that had arrived before
 * @param stale those of them that came after a newer event of their stream
 * @param findings what must not be
 */
record Verdict(int events, int duplicates, int stale, List<Finding> findings) {

    static final Verdict NOTHING = new Verdict(0, 0, 0, List.of());

    /** What may be wrong. */
    enum Kind {
        /** It was committed and did not arrive, or nobody has seen to it that it may stay away. */
        LOST,
        /** It arrived and was not committed, or not so. */
        PHANTOM,
        /** It arrived before one that comes before it. */
        MISORDERED,
        /** It was given up, and nothing was wrong with it. */
        QUARANTINED_BY_OUTAGE
    }

    /**
     * Something wrong.
     *
     * @param kind what kind of fault
     * @param what the event and the circumstances, for a person
     */
    record Finding(Kind kind, String what) {}

    Verdict {
        findings = List.copyOf(findings);
    }

    boolean good() {
        return findings.isEmpty();
    }

    long count(Kind kind) {
        return findings.stream().filter(finding -> finding.kind() == kind).count();
    }

    Verdict plus(Verdict other) {
        List<Finding> all = new ArrayList<>(findings);
        all.addAll(other.findings);
        return new Verdict(events + other.events, duplicates + other.duplicates, stale + other.stale, all);
    }

    /** The counts in one line. */
    String counts() {
        return "events=" + events + " lost=" + count(Kind.LOST) + " phantom=" + count(Kind.PHANTOM) + " misordered="
                + count(Kind.MISORDERED) + " quarantined-by-outage=" + count(Kind.QUARANTINED_BY_OUTAGE)
                + " duplicates=" + duplicates + " stale-after-newer=" + stale;
    }
}
