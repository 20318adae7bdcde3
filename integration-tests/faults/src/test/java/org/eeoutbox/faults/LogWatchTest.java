package org.eeoutbox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.eeoutbox.faults.LogWatch.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogWatchTest {

    private static final String LOG = """
            [2026-12-01T06:00:00.000+0000] [] [\u001b[1;92mINFO\u001b[0m] [] [\u001b[1;94mPayaraMicro\u001b[0m] [tid: 1] ready
            [2026-12-01T06:00:10.000+0000] [] [\u001b[1;93mWARNING\u001b[0m] [] [\u001b[1;94morg.acme\u001b[0m] [tid: 1] while it starts
            [2026-12-01T06:01:00.000+0000] [] [\u001b[1;91mERROR\u001b[0m] [] [\u001b[1;94mio.smallrye.kafka\u001b[0m] [tid: 1] [[
              SRMSG18212: Message from channel 'notes' was not sent to Kafka topic 'notes' - nacking message
            ]]
            [2026-12-01T06:01:00.000+0000] [] [\u001b[1;91mERROR\u001b[0m] [] [\u001b[1;94mio.smallrye.kafka\u001b[0m] [tid: 1] [[
              SRMSG18206: Unable to write to Kafka from channel notes (topic: notes)
            ]]
            [2026-12-01T06:01:01.000+0000] [] [\u001b[1;91mSEVERE\u001b[0m] [] [\u001b[1;94morg.eeoutbox.relay\u001b[0m] [tid: 1] OUTBOX-217 Event 1 is in quarantine (RecordTooLargeException)
            [2026-12-01T06:02:00.000+0000] [] [\u001b[1;91mSEVERE\u001b[0m] [NCLS-1] [\u001b[1;94morg.eeoutbox.relay\u001b[0m] [tid: 1] OUTBOX-217 Event 2 is in quarantine (TimeoutException)
            [2026-12-01T06:03:00.000+0000] [] [\u001b[1;93mWARNING\u001b[0m] [] [\u001b[1;94morg.acme\u001b[0m] [tid: 1] [[
              out of the blue]]
            """;

    @Test
    void findsWhatNothingExplains(@TempDir Path directory) throws IOException {
        Path log = Files.writeString(directory.resolve("payara.log"), LOG);
        List<Window> starting = List.of(new Window(Instant.EPOCH, Instant.parse("2026-12-01T06:00:30Z")));
        assertThat(LogWatch.unexpected(log, starting))
                .hasSize(2)
                .anyMatch(line -> line.contains("TimeoutException"))
                .anyMatch(line -> line.endsWith("org.acme: out of the blue]]"));
        assertThat(LogWatch.unexpected(log, List.of())).hasSize(3);
    }
}
