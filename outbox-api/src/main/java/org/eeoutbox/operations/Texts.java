package org.eeoutbox.operations;

import java.util.Objects;
import org.eeoutbox.OutboxOperationException;
import org.eeoutbox.spi.Utf8;

/** The one rule for texts that operators give. */
final class Texts {

    private Texts() {}

    /** A text that every database can hold and compare. */
    static String storable(String what, String value, int limit) {
        if (Objects.requireNonNull(value, what).length() > limit) {
            throw new OutboxOperationException("The " + what + " of an operation has " + value.length()
                    + " characters; the limit is " + limit + ".");
        }
        if (value.indexOf('\0') >= 0 || !Utf8.canEncode(value)) {
            throw new OutboxOperationException("The " + what + " of an operation contains U+0000 or half of a surrogate"
                    + " pair, which databases refuse. Leave it out.");
        }
        return value;
    }
}
