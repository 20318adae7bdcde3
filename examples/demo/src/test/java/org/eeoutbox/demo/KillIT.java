package org.eeoutbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both services are killed with SIGKILL while they capture, publish and consume, again and again. */
class KillIT {

    private static final int KILLS = 5;

    @TempDir
    Path directory;

    @Test
    void killsOfBothServicesLoseInvertAndRepeatNothing() throws Exception {
        Servers.Wars wars = new Servers.Wars(
                Path.of(System.getProperty("outbox.demo.war")), Path.of(System.getProperty("outbox.demo.billing-war")));
        try (Servers servers =
                new Servers(directory, wars, freePort(), Database.POSTGRESQL, Progress.toStandardError())) {
            servers.start();
            Verdict verdict =
                    new Round(servers, new Round.Load("customer-", 3_000, 0, KILLS), Progress.toStandardError()).run();
            assertThat(verdict.good()).as(verdict.line()).isTrue();
            assertThat(verdict.placed()).isEqualTo(3_000);
            assertThat(verdict.effects()).isEqualTo(3_000);
            assertThat(verdict.effectDuplicates()).isZero();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
