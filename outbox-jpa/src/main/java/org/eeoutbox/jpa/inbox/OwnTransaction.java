package org.eeoutbox.jpa.inbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/** Begins a transaction where none is active, by the container's own means. */
@ApplicationScoped
public class OwnTransaction {

    /** For CDI. */
    protected OwnTransaction() {}

    /** Whatever the step throws rolls back, and comes out. */
    @Transactional(rollbackOn = Exception.class)
    <T, E extends Exception> T call(Step<T, E> step) throws E {
        return step.run();
    }

    /** What is done in the transaction. */
    interface Step<T, E extends Exception> {
        T run() throws E;
    }
}
