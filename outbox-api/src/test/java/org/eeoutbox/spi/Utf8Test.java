package org.eeoutbox.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "é 漢 🎉",
                "🎉🎉",
                "\ud83c",
                "\udf89",
                "\ud83cx",
                "x\udf89",
                "\udf89\ud83c",
                "\ud83c\ud83c\udf89",
                "\u0000"
            })
    void agreesWithTheEncoder(String text) {
        assertThat(Utf8.canEncode(text))
                .isEqualTo(StandardCharsets.UTF_8.newEncoder().canEncode(text));
    }
}
