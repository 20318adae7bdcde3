package org.eeoutbox.tests.callback;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/** Runs work in a transaction of CDI's interceptor. */
@ApplicationScoped
public class ByInterceptor {

    @Transactional
    public void run(Runnable work) {
        work.run();
    }
}
