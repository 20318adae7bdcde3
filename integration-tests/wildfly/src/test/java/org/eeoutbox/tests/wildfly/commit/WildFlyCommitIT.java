package org.eeoutbox.tests.wildfly.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import jakarta.persistence.FlushModeType;
import jakarta.transaction.RollbackException;
import java.util.List;
import java.util.stream.IntStream;
import org.eeoutbox.tests.commit.Callbacks;
import org.eeoutbox.tests.commit.Callers.Demarcation;
import org.eeoutbox.tests.commit.CommitProbe;
import org.eeoutbox.tests.commit.Named;
import org.eeoutbox.tests.commit.Numbered;
import org.eeoutbox.tests.commit.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What WildFly answers where servers differ, and its Hibernate where providers do. */
class WildFlyCommitIT extends CommitProbe {

    @Test
    void anInterposedSynchronisationRunsBeforeTheProvidersFlushIfItWasRegisteredFirst() throws Exception {
        callers.commit(() -> {
            phases.late(() -> Trace.add("late"));
            rows.em().persist(new Named("a"));
        });
        assertThat(Trace.entries()).containsExactly("PRE_PERSIST a", "late", "POST_PERSIST a");
    }

    /** Before the next statement of the callback, and before an interposed synchronisation registered there. */
    @Test
    void anEventFromACallbackInTheFlushAtCommitRunsTheEarlyStepAtOnce() throws Exception {
        callers.commit(() -> {
            fireFromCallback();
            rows.em().persist(new Named("a"));
        });
        assertThat(Trace.entries()).containsExactly("PRE_PERSIST a", "POST_PERSIST a", "fired", "early", "late");
    }

    /** A method marked {@code @Transactional} throws the checked exception although it does not declare it. */
    @ParameterizedTest
    @EnumSource
    void theCallerOfARefusedCommitGetsARollbackExceptionUnlessItCalledASessionBean(Demarcation demarcation) {
        assertThatThrownBy(() -> callers.commit(demarcation, () -> phases.early(phases::setRollbackOnly)))
                .isInstanceOf(
                        demarcation == Demarcation.CONTAINER_MANAGED ? EJBException.class : RollbackException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionFromTheDataSourceIsPartOfEveryCompletingTransaction(Demarcation demarcation) {
        insertByDataSourceInARollback(demarcation);
        assertThat(rows.natives()).isEmpty();
    }

    @Test
    void entitiesOfOneFlushAreInsertedInTheOrderOfPersist() throws Exception {
        List<String> persisted =
                IntStream.range(0, 500).mapToObj(n -> "entity-" + n).toList();
        callers.commit(() -> persisted.forEach(name -> rows.em().persist(new Named(name))));
        assertThat(rows.named()).isEqualTo(persisted);
    }

    @Test
    void aFlushInTheLateStepRepeatsNothing() throws Exception {
        callers.commit(() -> {
            rows.em().persist(new Numbered("once"));
            late(rows.em()::flush);
        });
        assertThat(rows.numbered()).containsExactly("once");
        assertThat(rows.named()).containsExactly("a");
    }

    @Test
    void theAutomaticFlushBeforeNativeSqlRepeatsNothingInTheLateStep() throws Exception {
        callers.commit(() -> {
            rows.em().persist(new Numbered("once"));
            phases.late(() -> rows.insert(rows.em(), "b", FlushModeType.AUTO));
        });
        assertThat(rows.numbered()).containsExactly("once");
        assertThat(rows.natives()).containsExactly("b");
    }

    @ParameterizedTest
    @EnumSource(names = {"PRE_PERSIST", "PRE_UPDATE"})
    void inACallbackBeforeAWriteAnEntityCanBePersistedAndNativeSqlCanFlush(Callbacks.Kind kind) throws Exception {
        lifeWith(kind, () -> {
            rows.em().persist(new Named("b"));
            rows.insert(rows.em(), "b", FlushModeType.AUTO);
        });
        assertThat(rows.named()).containsExactly("b");
        assertThat(rows.natives()).containsExactly("b");
    }

    @ParameterizedTest
    @EnumSource(names = {"POST_UPDATE", "POST_REMOVE"})
    void anEntityPersistedInACallbackAfterAnUpdateOrARemoveIsLostWithoutAnError(Callbacks.Kind kind) throws Exception {
        lifeWith(kind, () -> rows.em().persist(new Named("lost")));
        assertThat(rows.named()).isEmpty();
    }

    @Test
    void anEntityPersistedInACallbackAfterAPersistFailsTheFlush() {
        assertThatThrownBy(() ->
                        lifeWith(Callbacks.Kind.POST_PERSIST, () -> rows.em().persist(new Named("b"))))
                .isInstanceOf(RollbackException.class);
        assertThat(rows.named()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"POST_PERSIST", "POST_UPDATE", "POST_REMOVE"})
    void theAutomaticFlushBeforeNativeSqlFailsInACallbackAfterAWrite(Callbacks.Kind kind) {
        assertThatThrownBy(() -> lifeWith(kind, () -> rows.insert(rows.em(), "b", FlushModeType.AUTO)))
                .isInstanceOf(RollbackException.class);
        assertThat(rows.natives()).isEmpty();
    }
}
