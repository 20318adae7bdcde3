package org.eeoutbox.lab;

import java.io.IOException;
import java.nio.file.Path;

/** Ends a database server whose parent died without a chance to do so. */
final class Watchdog {

    private Watchdog() {}

    /**
     * A shell that waits for the end of its own input and ends the server then, even one that is only just starting.
     *
     * @param pidFile where the server writes its number
     * @param signal what asks the server to stop in good order
     */
    static Process start(Path pidFile, String signal) throws IOException {
        String script = """
                trap '' INT TERM HUP
                while read -r line; do :; done
                for i in 1 2 3 4 5 6 7 8 9 10; do
                  [ -s "$1" ] && break
                  sleep 0.5
                done
                kill -"$2" "$(head -n 1 "$1")"
                """;
        return new ProcessBuilder("sh", "-c", script, "database-watchdog", pidFile.toString(), signal).start();
    }
}
