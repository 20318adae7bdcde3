package org.eeoutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RelayLogTest {

    private static Stream<String> texts() {
        return Arrays.stream(RelayLog.values())
                .map(message ->
                        message.format(Stream.generate(() -> "x").limit(9).toArray()));
    }

    /** The operators' table has every message of the relay, with its id and level, and no other of its range. */
    @Test
    void theDocumentationHasEveryMessage() throws IOException {
        Matcher row = Pattern.compile("\\| (OUTBOX-2\\d\\d) \\|")
                .matcher(Files.readString(Path.of("../docs/operations/watching.md")));
        Set<String> documented = new TreeSet<>();
        while (row.find()) {
            documented.add(row.group(1));
        }
        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(texts().map(text -> text.substring(0, "OUTBOX-nnn".length()))
                        .toList());
    }

    @Test
    void idsAreUniqueAndInTheRelaysRange() {
        assertThat(texts().map(text -> text.substring(0, "OUTBOX-nnn ".length())))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("OUTBOX-2\\d\\d "));
    }
}
