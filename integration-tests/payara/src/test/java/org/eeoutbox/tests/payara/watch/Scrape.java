package org.eeoutbox.tests.payara.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scrape in Prometheus' text format 0.0.4, read strictly: what breaks a rule of the format fails. See "Exposition
 * formats" in Prometheus' documentation.
 */
final class Scrape {

    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\"";
    private static final Pattern SAMPLE =
            Pattern.compile("(" + NAME + ")(?:\\{(" + LABEL + "(?:," + LABEL + ")*,?)?\\})? (\\S+)(?: -?\\d+)?");
    private static final Pattern ONE_LABEL = Pattern.compile("(" + LABEL.replaceFirst("=", ")=(") + ")");
    private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") (?:[^\\\\\n]|\\\\[\\\\n])*");
    private static final Pattern TYPE =
            Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram|summary|untyped)");

    private final Map<String, Map<Map<String, String>, Double>> samples = new LinkedHashMap<>();
    private final Map<String, String> types = new HashMap<>();

    Scrape(String text) {
        if (!text.isEmpty() && !text.endsWith("\n")) {
            throw new AssertionError("The last line does not end");
        }
        Set<String> helped = new HashSet<>();
        Set<String> closed = new HashSet<>();
        String family = null;
        for (String line : text.split("\n")) {
            if (line.isBlank()) {
                continue;
            }
            String of;
            if (line.startsWith("# HELP ")) {
                of = matched(HELP, line).group(1);
                require(helped.add(of), "A second HELP", line);
            } else if (line.startsWith("# TYPE ")) {
                Matcher type = matched(TYPE, line);
                of = type.group(1);
                require(!samples.containsKey(of), "TYPE after a sample", line);
                require(types.put(of, type.group(2)) == null, "A second TYPE", line);
            } else if (line.startsWith("#")) {
                continue;
            } else {
                of = family(add(line));
            }
            if (!of.equals(family)) {
                require(closed.add(of), "Lines of one metric are not together", line);
                family = of;
            }
        }
    }

    private String add(String line) {
        Matcher sample = matched(SAMPLE, line);
        Map<String, String> labels = new TreeMap<>();
        if (sample.group(2) != null) {
            Matcher label = ONE_LABEL.matcher(sample.group(2));
            while (label.find()) {
                require(labels.put(label.group(1), unquoted(label.group(2))) == null, "A label twice", line);
            }
        }
        double value = number(sample.group(3));
        String name = sample.group(1);
        require(
                samples.computeIfAbsent(name, ignored -> new LinkedHashMap<>()).put(labels, value) == null,
                "A series twice",
                line);
        if ("counter".equals(types.get(family(name)))) {
            require(value >= 0, "A negative counter", line);
        }
        return name;
    }

    private static String unquoted(String text) {
        return text.substring(1, text.length() - 1);
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** Series of summaries and histograms have names of their own. */
    private String family(String name) {
        for (String end : List.of("_bucket", "_sum", "_count")) {
            String base = name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
            String type = types.get(base);
            if (!base.equals(name) && ("summary".equals(type) || "histogram".equals(type))) {
                return base;
            }
        }
        return name;
    }

    private static Matcher matched(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        require(matcher.matches(), "Not in the format", line);
        return matcher;
    }

    private static void require(boolean condition, String rule, String line) {
        if (!condition) {
            throw new AssertionError(rule + ": " + line);
        }
    }

    /** The names of all series. */
    Set<String> names() {
        return samples.keySet();
    }

    /** The sum of all series of a name whose labels are among theirs; not a number if there is none. */
    double value(String name, Map<String, String> labels) {
        List<Double> found = new ArrayList<>();
        samples.getOrDefault(name, Map.of()).forEach((own, value) -> {
            if (own.entrySet().containsAll(labels.entrySet())) {
                found.add(value);
            }
        });
        return found.isEmpty()
                ? Double.NaN
                : found.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** All series, written as name and labels. */
    Map<String, Double> all() {
        Map<String, Double> all = new TreeMap<>();
        samples.forEach((name, series) -> series.forEach((labels, value) -> all.put(name + labels, value)));
        return all;
    }
}
