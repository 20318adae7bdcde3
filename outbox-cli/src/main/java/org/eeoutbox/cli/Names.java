package org.eeoutbox.cli;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.eeoutbox.operations.EventState;

/** How values are written in every format. */
final class Names {

    private Names() {}

    static String of(EventState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /** The bytes as text, if they are UTF-8. */
    static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
