package org.eeoutbox.tests.payara.callback;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;

/** The ways in which code runs in a transaction. */
enum Demarcation {
    TRANSACTIONAL,
    CONTAINER_MANAGED,
    BEAN_MANAGED,
    USER_TRANSACTION;

    @ApplicationScoped
    public static class Interceptor {
        @Transactional
        public void run(Runnable work) {
            work.run();
        }
    }

    @Stateless
    public static class Container {
        public void run(Runnable work) {
            work.run();
        }
    }

    @Stateless
    @TransactionManagement(TransactionManagementType.BEAN)
    public static class Bean {
        @Resource
        UserTransaction transaction;

        public void run(Runnable work) throws Exception {
            inTransaction(transaction, work);
        }
    }

    static void inTransaction(UserTransaction transaction, Runnable work) throws Exception {
        transaction.begin();
        try {
            work.run();
        } catch (RuntimeException e) {
            transaction.rollback();
            throw e;
        }
        transaction.commit();
    }
}
