package org.eeoutbox.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownKeysTest {

    @ParameterizedTest
    @CsvSource({
        "outbox.shard,outbox.shards",
        "outbox.relay.heart-beat,outbox.relay.heartbeat",
        "outbox.payload.maxBytes,outbox.payload.max-bytes",
        "outbox.chanels,outbox.channels"
    })
    void aMisspeltKeyIsToldWithTheNearestOne(String wrong, String right) {
        assertThat(KnownKeys.strangers(config(Map.of(wrong, "1"))))
                .singleElement()
                .satisfies(sentence ->
                        assertThat(sentence).contains("'" + wrong + "'").contains("'" + right + "'"));
    }

    @Test
    void keysOfOthersAndOfMappedClassesAreNoneOfItsBusiness() {
        assertThat(KnownKeys.strangers(config(Map.of("outboxes.shards", "1", "outbox.event.\"a.B\".type", "b"))))
                .isEmpty();
    }

    @Test
    void everyDocumentedKeyIsKnown() throws IOException {
        Map<String, String> documented = Pattern.compile("^\\| `(outbox\\.[a-z.-]+)`", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("../README.md")))
                .results()
                .map((MatchResult row) -> row.group(1))
                .collect(Collectors.toMap(Function.identity(), key -> "1"));
        assertThat(documented).containsKey("outbox.shards");
        assertThat(KnownKeys.strangers(config(documented))).isEmpty();
    }

    private static Config config(Map<String, String> values) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(values, "test", 100))
                .build();
    }
}
