package org.eeoutbox.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the warnings and errors in a server's log that nothing explains. */
final class LogWatch {

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    /** Time, level, message id, and logger of Payara's log format; the message follows, or stands in the next lines. */
    private static final Pattern HEAD = Pattern.compile(
            "\\[([^\\]]+)\\] \\[[^\\]]*\\] \\[(WARNING|SEVERE|WARN|ERROR|FATAL|ALERT|EMERGENCY)\\] \\[[^\\]]*\\] \\[([^\\]]*)\\].*");

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ");

    /** What an event that is too large for the broker has to leave behind. */
    private static final Pattern REFUSED =
            Pattern.compile("SRMSG182(06|12).*|.*OUTBOX-21[07] .*RecordTooLargeException.*", Pattern.DOTALL);

    private LogWatch() {}

    /** A time in which anything may be logged, because something was broken on purpose. */
    record Window(Instant from, Instant to) {
        boolean holds(Instant time) {
            return !time.isBefore(from) && !time.isAfter(to);
        }
    }

    /** Each warning or error outside the windows, in one line. */
    static List<String> unexpected(Path log, List<Window> windows) {
        List<String> found = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(log)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Matcher head = HEAD.matcher(COLOUR.matcher(line).replaceAll(""));
                if (head.matches()) {
                    Instant time = OffsetDateTime.parse(head.group(1), TIME).toInstant();
                    String message = head.group().endsWith("[[") ? reader.readLine() : head.group();
                    if (windows.stream().noneMatch(window -> window.holds(time)) && !isRefusal(message)) {
                        found.add(time + " " + head.group(2) + " " + head.group(3) + ": " + message.strip());
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + log, e);
        }
        return found;
    }

    private static boolean isRefusal(String message) {
        return REFUSED.matcher(message.strip()).matches();
    }
}
