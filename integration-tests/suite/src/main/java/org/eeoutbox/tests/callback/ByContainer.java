package org.eeoutbox.tests.callback;

import jakarta.ejb.Stateless;

/** Runs work in a transaction of the EJB container. */
@Stateless
public class ByContainer {

    public void run(Runnable work) {
        work.run();
    }
}
