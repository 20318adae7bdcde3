package org.eeoutbox.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** The cost of each kind in each round at one number of connections, in microseconds of one connection. */
final class Samples {

    private final Map<Kind, List<Double>> costs = new EnumMap<>(Kind.class);

    void add(Kind kind, double micros) {
        costs.computeIfAbsent(kind, k -> new ArrayList<>()).add(micros);
    }

    /** Rows of a table in Markdown; ratios are those of the pairs of one round. */
    List<String> rows(int connections) {
        return costs.keySet().stream().map(kind -> row(connections, kind)).toList();
    }

    private String row(int connections, Kind kind) {
        List<Double> own = sorted(costs.get(kind));
        String row = String.format(
                Locale.ROOT,
                "| %d | %s | %.0f | %.0f |",
                connections,
                kind.title,
                median(own),
                connections * 1e6 / median(own));
        if (kind.base == null) {
            return row + " | | |";
        }
        List<Double> base = costs.get(kind.base);
        List<Double> ratios = sorted(IntStream.range(0, base.size())
                .mapToObj(round -> costs.get(kind).get(round) / base.get(round))
                .toList());
        String bar = kind.bar == 0
                ? ""
                : String.format(Locale.ROOT, "%.2f %s", kind.bar, median(ratios) <= kind.bar ? "held" : "**missed**");
        return row
                + String.format(
                        Locale.ROOT,
                        " %.2f | %.2f–%.2f | %s |",
                        median(ratios),
                        ratios.get(0),
                        ratios.get(ratios.size() - 1),
                        bar);
    }

    private static List<Double> sorted(List<Double> values) {
        return values.stream().sorted().toList();
    }

    private static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
