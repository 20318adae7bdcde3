package org.eeoutbox.tests.callback;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;

/** Runs work in a transaction of CDI's interceptor. */
@ApplicationScoped
public class ByInterceptor {

    @PersistenceContext
    EntityManager em;

    /** The transaction's; not every server injects one into test classes. */
    EntityManager em() {
        return em;
    }

    @Transactional
    public void run(Runnable work) {
        work.run();
    }
}
