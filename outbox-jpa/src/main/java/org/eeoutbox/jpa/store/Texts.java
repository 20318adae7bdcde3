package org.eeoutbox.jpa.store;

/** Texts from outside that have to fit into a column. */
final class Texts {

    private static final char REPLACEMENT = '\uFFFD';

    private Texts() {}

    /** A text of at most so many characters, without those that databases refuse: U+0000 and halves of surrogate pairs. */
    static String storable(String text, int longest) {
        StringBuilder kept = new StringBuilder(Math.min(text.length(), longest));
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            int length = Character.charCount(character);
            if (kept.length() + length > longest) {
                break;
            }
            boolean refused = character == 0 || length == 1 && Character.isSurrogate((char) character);
            kept.appendCodePoint(refused ? REPLACEMENT : character);
            at += length;
        }
        return kept.toString();
    }
}
