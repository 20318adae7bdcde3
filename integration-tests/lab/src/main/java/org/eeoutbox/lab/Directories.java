package org.eeoutbox.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Working directories of the servers. */
final class Directories {

    private Directories() {}

    /** The given directory, made if missing, or a new temporary one for {@code null}. */
    static Path open(Path given, String name) {
        try {
            return given == null
                    ? Files.createTempDirectory("outbox-" + name + "-")
                    : Files.createDirectories(given).toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a directory for " + name, e);
        }
    }

    /** Deletes a tree whose process has ended; what is left of it is no failure of the caller's. */
    static void delete(Path tree) {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            // Gone already.
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(Directories.class.getName()).log(System.Logger.Level.WARNING, "Cannot delete " + tree, e);
        }
    }
}
