package org.eeoutbox.operations;

/** Where an event is. An event is in one state, but for a published one that waits to be sent once more. */
public enum EventState {
    /** It may leave now. */
    PENDING,
    /** It may not leave yet: it failed and is tried again, or stands behind such a one, or is for a later time. */
    WAITING,
    /** It was given up until an operator decides. */
    QUARANTINED,
    /** The broker has confirmed it; kept as history. */
    PUBLISHED
}
