package org.eeoutbox.bench;

import java.util.List;
import java.util.Locale;

/** Says what several rounds gave. */
final class Spread {

    private Spread() {}

    static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** The median, and the least and the greatest. */
    static String of(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median(values), sorted[0], sorted[sorted.length - 1]);
    }
}
