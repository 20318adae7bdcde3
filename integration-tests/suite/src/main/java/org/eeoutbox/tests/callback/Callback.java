package org.eeoutbox.tests.callback;

/** The callbacks of an entity (Jakarta Persistence 3.1, section 3.6.2). */
enum Callback {
    PRE_PERSIST,
    POST_PERSIST,
    PRE_UPDATE,
    POST_UPDATE,
    PRE_REMOVE,
    POST_REMOVE,
    POST_LOAD
}
