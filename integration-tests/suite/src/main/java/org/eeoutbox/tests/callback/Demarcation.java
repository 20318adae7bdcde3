package org.eeoutbox.tests.callback;

import jakarta.transaction.UserTransaction;

/** The ways in which code runs in a transaction. */
enum Demarcation {
    TRANSACTIONAL,
    CONTAINER_MANAGED,
    BEAN_MANAGED,
    USER_TRANSACTION;

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
