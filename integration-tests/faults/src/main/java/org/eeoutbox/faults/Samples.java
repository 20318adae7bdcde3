package org.eeoutbox.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What was measured again and again in the course of a soak. Used by one thread at a time. */
final class Samples {

    /** Whatever grows by less is taken for flat: a segment of the log, a young heap. */
    private static final long SLACK = 16L << 20;

    private static final double GROWTH = 1.25;
    private static final int FEWEST = 12;

    private final List<Sample> all = new ArrayList<>();

    /**
     * One look.
     *
     * @param seconds since the beginning
     * @param backlog how many events wait to be published
     * @param bytes the size of each thing that must not grow
     */
    record Sample(long seconds, long backlog, Map<String, Long> bytes) {}

    void add(Sample sample) {
        all.add(sample);
    }

    long largestBacklog() {
        return all.stream().mapToLong(Sample::backlog).max().orElse(0);
    }

    /** What is larger at the end than it was after the half; empty if all is flat, or too little is known. */
    Map<String, String> growing() {
        Map<String, String> growing = new LinkedHashMap<>();
        if (all.size() < FEWEST) {
            return growing;
        }
        List<Sample> middle = all.subList(all.size() / 2, all.size() * 2 / 3);
        List<Sample> end = all.subList(all.size() * 5 / 6, all.size());
        for (String what : all.get(all.size() - 1).bytes().keySet()) {
            long before = median(middle, what);
            long after = median(end, what);
            if (after > before * GROWTH + SLACK) {
                growing.put(what, mega(before) + " -> " + mega(after));
            }
        }
        return growing;
    }

    private static long median(List<Sample> samples, String what) {
        long[] sorted = samples.stream()
                .mapToLong(sample -> sample.bytes().getOrDefault(what, 0L))
                .sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }

    static String line(Sample sample) {
        return String.format(
                Locale.ROOT,
                "%5d s  backlog %6d  %s",
                sample.seconds(),
                sample.backlog(),
                sample.bytes().entrySet().stream()
                        .map(each -> each.getKey() + " " + mega(each.getValue()))
                        .collect(Collectors.joining("  ")));
    }

    private static String mega(long bytes) {
        return String.format(Locale.ROOT, "%.1fM", bytes / 1048576.0);
    }
}
