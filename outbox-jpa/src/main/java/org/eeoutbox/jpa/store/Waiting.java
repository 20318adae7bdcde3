package org.eeoutbox.jpa.store;

/** Why an event waits in outbox_waiting. */
public final class Waiting {

    /** It failed and is tried again at its time. */
    public static final String RETRY = "retry";

    /** It stands behind a failed event of its aggregate. */
    public static final String BLOCKED = "blocked";

    /** It was captured for a later time. */
    public static final String DELAYED = "delayed";

    /** An operator sends it once more; it stands in nobody's way. */
    public static final String REPLAY = "replay";

    private Waiting() {}
}
