package org.eeoutbox.spi;

/** Which texts can be written in UTF-8. */
public final class Utf8 {

    private Utf8() {}

    /**
     * Whether a text has a UTF-8 form: all but those with half of a surrogate pair. Many times faster than asking an
     * encoder, which takes a string character by character out of a buffer.
     *
     * @param text any text
     * @return {@code false} if {@link String#getBytes(java.nio.charset.Charset)} would put a question mark for a part of it
     */
    public static boolean canEncode(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                i++;
                if (i == length || !Character.isSurrogatePair(c, text.charAt(i))) {
                    return false;
                }
            }
        }
        return true;
    }
}
