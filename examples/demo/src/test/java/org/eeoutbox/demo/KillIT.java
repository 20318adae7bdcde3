package org.eeoutbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server is killed with SIGKILL while it captures and publishes, again and again. */
class KillIT {

    private static final int KILLS = 5;

    @TempDir
    Path directory;

    @Test
    void killsOfTheServerLoseAndInvertNothing() throws Exception {
        Path war = Path.of(System.getProperty("outbox.demo.war"));
        try (Servers servers =
                new Servers(directory, war, freePort(), Database.POSTGRESQL, Progress.toStandardError())) {
            servers.start();
            Verdict verdict =
                    new Round(servers, new Round.Load("customer-", 3_000, 0, KILLS), Progress.toStandardError()).run();
            assertThat(verdict.good()).as(verdict.line()).isTrue();
            assertThat(verdict.placed()).isEqualTo(3_000);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
