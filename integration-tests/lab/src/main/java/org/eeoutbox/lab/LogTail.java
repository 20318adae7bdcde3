package org.eeoutbox.lab;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Reads a growing log file, line by line, from a place on. Not thread-safe. */
final class LogTail {

    private static final int CHUNK = 64 * 1024;

    private final Path log;
    private long position;

    /** Starts at the file's present end. */
    LogTail(Path log) {
        this.log = log;
        this.position = size(log);
    }

    /** Hands over the whole lines that were added since the last call. */
    void read(Consumer<String> lines) {
        if (size(log) <= position) {
            return;
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(position);
            byte[] bytes = new byte[(int) Math.min(CHUNK, file.length() - position)];
            file.readFully(bytes);
            int end = lastNewline(bytes) + 1;
            new String(bytes, 0, end, StandardCharsets.UTF_8).lines().forEach(lines);
            position += end > 0 ? end : bytes.length == CHUNK ? CHUNK : 0;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + log, e);
        }
    }

    /** The last lines of a log, for messages of failures. */
    static String last(Path log, int count) {
        try {
            List<String> all = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - count), all.size()));
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    private static int lastNewline(byte[] bytes) {
        int i = bytes.length - 1;
        while (i >= 0 && bytes[i] != '\n') {
            i--;
        }
        return i;
    }

    private static long size(Path file) {
        return file.toFile().length();
    }
}
