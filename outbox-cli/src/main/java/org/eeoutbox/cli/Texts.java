package org.eeoutbox.cli;

/** Texts from the database on a terminal, which obeys control characters. */
final class Texts {

    private Texts() {}

    /** On one line, at most so many characters long. */
    static String cell(String text, int longest) {
        StringBuilder cell = new StringBuilder();
        int[] characters = text.codePoints().limit(longest + 1L).toArray();
        for (int i = 0; i < Math.min(characters.length, longest); i++) {
            append(cell, characters[i], false);
        }
        return characters.length > longest ? cell.append('…').toString() : cell.toString();
    }

    /** All of it, with its line breaks. */
    static String lines(String text) {
        StringBuilder lines = new StringBuilder();
        text.codePoints().forEach(character -> append(lines, character, true));
        return lines.toString();
    }

    private static void append(StringBuilder text, int character, boolean lineBreaks) {
        boolean plain = lineBreaks && (character == '\n' || character == '\t');
        int type = Character.getType(character);
        if (!plain && (type == Character.CONTROL || type == Character.FORMAT || type == Character.LINE_SEPARATOR)) {
            text.append(String.format("\\u%04X", character));
        } else {
            text.appendCodePoint(character);
        }
    }
}
