package org.eeoutbox.tests.commit;

import jakarta.ejb.Stateless;

/** A session bean with container-managed transactions. */
@Stateless
public class ContainerManaged {

    public void run(Runnable work) {
        work.run();
    }
}
