package org.eeoutbox.faults.app;

import java.util.List;

/** What one transaction is to write and how it is to end, as JSON-B reads it. */
public class Posting {

    /** {@code commit}, {@code mark} (rollback-only) or {@code throw}. */
    public String ending;

    /** In the order of firing. */
    public List<Line> lines;

    /** One entry and its event, whose text is repeated to make it as large as it is to be. */
    public static class Line {
        public String key;
        public String kind;
        public String account;
        public String text;
        public int times;
    }
}
