package org.eeoutbox.tests.commit;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;

/** The ways in which an application has a transaction around its code. */
@ApplicationScoped
public class Callers {

    @Resource
    UserTransaction transaction;

    @Inject
    Declared declared;

    @EJB
    ContainerManaged containerManaged;

    /** Who begins and commits. */
    public enum Demarcation {
        USER_TRANSACTION,
        TRANSACTIONAL,
        CONTAINER_MANAGED
    }

    /** Runs the work in a transaction of its own and commits; what the application would see comes out. */
    public void commit(Demarcation demarcation, Runnable work) throws Exception {
        switch (demarcation) {
            case USER_TRANSACTION -> commit(work);
            case TRANSACTIONAL -> declared.run(work);
            case CONTAINER_MANAGED -> containerManaged.run(work);
        }
    }

    /** The same with a UserTransaction; an exception of the work itself rolls back. */
    public void commit(Runnable work) throws Exception {
        transaction.begin();
        try {
            work.run();
        } catch (RuntimeException e) {
            transaction.rollback();
            throw e;
        }
        transaction.commit();
    }

    /** Runs the work in a UserTransaction and rolls back. */
    public void rollback(Runnable work) throws Exception {
        transaction.begin();
        try {
            work.run();
        } finally {
            transaction.rollback();
        }
    }

    /** A CDI bean with {@code @Transactional}. */
    @ApplicationScoped
    public static class Declared {

        @Transactional
        void run(Runnable work) {
            work.run();
        }
    }
}
