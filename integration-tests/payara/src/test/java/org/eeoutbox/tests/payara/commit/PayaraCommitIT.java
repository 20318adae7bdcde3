package org.eeoutbox.tests.payara.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionalException;
import org.eeoutbox.tests.commit.Callers.Demarcation;
import org.eeoutbox.tests.commit.EclipseLinkCommit;
import org.eeoutbox.tests.commit.Named;
import org.eeoutbox.tests.commit.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Payara answers where servers differ. */
class PayaraCommitIT extends EclipseLinkCommit {

    @Test
    void anInterposedSynchronisationRunsBeforeTheProvidersFlushIfItWasRegisteredFirst() throws Exception {
        callers.commit(() -> {
            phases.late(() -> Trace.add("late"));
            rows.em().persist(new Named("a"));
        });
        assertThat(Trace.entries()).containsExactly("PRE_PERSIST a", "late", "POST_PERSIST a");
    }

    @Test
    void anEventFromACallbackInTheFlushAtCommitStartsNoMoreEarlyStep() throws Exception {
        callers.commit(() -> {
            fireFromCallback();
            rows.em().persist(new Named("a"));
        });
        assertThat(Trace.entries()).doesNotContain("early");
    }

    @ParameterizedTest
    @EnumSource
    void theCallerOfARefusedCommitGetsTheExceptionOfItsKindOfTransaction(Demarcation demarcation) {
        assertThatThrownBy(() -> callers.commit(demarcation, () -> phases.early(phases::setRollbackOnly)))
                .isInstanceOf(
                        switch (demarcation) {
                            case USER_TRANSACTION -> RollbackException.class;
                            case TRANSACTIONAL -> TransactionalException.class;
                            case CONTAINER_MANAGED -> EJBException.class;
                        });
    }

    @ParameterizedTest
    @EnumSource(names = {"TRANSACTIONAL", "CONTAINER_MANAGED"})
    void aConnectionFromTheDataSourceIsOutsideOfCompletingTransactionsOfTheContainer(Demarcation demarcation) {
        insertByDataSourceInARollback(demarcation);
        assertThat(rows.natives()).containsExactly("early", "late");
    }
}
