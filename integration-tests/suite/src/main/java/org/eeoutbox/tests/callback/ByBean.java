package org.eeoutbox.tests.callback;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.transaction.UserTransaction;

/** Runs work in a transaction of its own. */
@Stateless
@TransactionManagement(TransactionManagementType.BEAN)
public class ByBean {

    @Resource
    UserTransaction transaction;

    public void run(Runnable work) throws Exception {
        Demarcation.inTransaction(transaction, work);
    }
}
