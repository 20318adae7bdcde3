package org.eeoutbox.tests.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.transaction.RollbackException;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.eeoutbox.tests.commit.Callers.Demarcation;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the EntityManager can still write while a transaction completes. Two moments are told apart: the early step (a
 * CDI observer BEFORE_COMPLETION) and the late step (an interposed synchronisation after the provider's flush).
 */
@ArquillianTest
class CompletionSqlIT {

    @Inject
    Phases phases;

    @Inject
    Callers callers;

    @Inject
    Rows rows;

    @Deployment
    static WebArchive war() {
        return ProbeWar.build();
    }

    @BeforeEach
    void reset() {
        rows.reset();
        Callbacks.clear();
        Trace.clear();
    }

    @Test
    void earlyStepCanFlushPersistAndRunNativeSql() throws Exception {
        callers.commit(() -> {
            rows.em().persist(new Named("a"));
            rows.em().persist(new Numbered("a"));
            phases.early(() -> {
                rows.em().flush();
                rows.em().persist(new Named("b"));
                rows.em().persist(new Numbered("b"));
                rows.em().flush();
                rows.insert(rows.em(), "c", FlushModeType.AUTO);
                rows.em().persist(new Named("d"));
            });
        });
        assertThat(rows.named()).containsExactlyInAnyOrder("a", "b", "d");
        assertThat(rows.numbered()).containsExactlyInAnyOrder("a", "b");
        assertThat(rows.natives()).containsExactly("c");
    }

    @Test
    void earlyStepIsRolledBackWithTheTransaction() {
        assertThatThrownBy(() -> callers.commit(() -> phases.early(() -> {
                    rows.em().persist(new Named("a"));
                    rows.em().flush();
                    rows.insert(rows.em(), "b", FlushModeType.AUTO);
                    phases.setRollbackOnly();
                })))
                .isInstanceOf(RollbackException.class);
        assertThat(rows.named()).isEmpty();
        assertThat(rows.natives()).isEmpty();
    }

    @Test
    void nativeSqlWithoutAFlushWorksInTheLateStep() throws Exception {
        callers.commit(() -> late(() -> rows.insert(rows.em(), "b", FlushModeType.COMMIT)));
        assertThat(rows.named()).containsExactly("a");
        assertThat(rows.natives()).containsExactly("b");
    }

    @ParameterizedTest
    @EnumSource
    void nativeSqlOfTheLateStepIsRolledBackWithTheTransaction(Demarcation demarcation) {
        assertThatThrownBy(() -> callers.commit(
                        demarcation,
                        () -> late(() -> {
                            rows.insert(rows.em(), "b", FlushModeType.COMMIT);
                            Trace.add("inserted");
                            phases.setRollbackOnly();
                        })))
                .hasStackTraceContaining("RollbackException");
        assertThat(Trace.entries()).contains("inserted");
        assertThat(rows.natives()).isEmpty();
    }

    @Test
    void anEntityPersistedInTheLateStepIsLostWithoutAnError() throws Exception {
        callers.commit(() -> late(() -> rows.em().persist(new Named("lost"))));
        assertThat(rows.named()).containsExactly("a");
    }

    @Test
    void aFlushInTheLateStepInsertsIdentityEntitiesTwiceWithoutAnError() throws Exception {
        callers.commit(() -> {
            rows.em().persist(new Numbered("twice"));
            phases.late(rows.em()::flush);
        });
        assertThat(rows.numbered()).containsExactly("twice", "twice");
    }

    @Test
    void aFlushInTheLateStepFailsForEntitiesWithAssignedIds() {
        assertThatThrownBy(() -> callers.commit(() -> late(rows.em()::flush)))
                .isInstanceOf(RollbackException.class)
                .hasStackTraceContaining("probe_named_pkey");
        assertThat(rows.named()).isEmpty();
    }

    @Test
    void theAutomaticFlushBeforeNativeSqlDoesTheSameInTheLateStep() throws Exception {
        callers.commit(() -> {
            rows.em().persist(new Numbered("twice"));
            phases.late(() -> rows.insert(rows.em(), "b", FlushModeType.AUTO));
        });
        assertThat(rows.numbered()).containsExactly("twice", "twice");
    }

    @Test
    void aConnectionFromTheDataSourceIsPartOfACompletingUserTransaction() {
        assertThatThrownBy(() -> callers.commit(() -> {
                    phases.early(() -> rows.insertByDataSource("early"));
                    late(() -> {
                        rows.insertByDataSource("late");
                        phases.setRollbackOnly();
                    });
                }))
                .isInstanceOf(RollbackException.class);
        assertThat(rows.natives()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"TRANSACTIONAL", "CONTAINER_MANAGED"})
    void aConnectionFromTheDataSourceIsOutsideOtherCompletingTransactions(Demarcation demarcation) {
        assertThatThrownBy(() -> callers.commit(demarcation, () -> {
                    phases.early(() -> rows.insertByDataSource("early"));
                    late(() -> {
                        rows.insertByDataSource("late");
                        phases.setRollbackOnly();
                    });
                }))
                .hasStackTraceContaining("RollbackException");
        assertThat(rows.natives()).containsExactly("early", "late");
    }

    @ParameterizedTest
    @EnumSource
    void nativeQueriesInTheEarlyStepShareTheOnlyConnectionOfThePool(Demarcation demarcation) throws Exception {
        callers.commit(demarcation, () -> phases.early(() -> queries(FlushModeType.AUTO)));
        assertThat(rows.natives()).containsExactly("a", "b");
    }

    @ParameterizedTest
    @EnumSource
    void nativeQueriesInTheEarlyStepAreRolledBackWithTheTransaction(Demarcation demarcation) {
        assertThatThrownBy(() -> callers.commit(
                        demarcation,
                        () -> phases.early(() -> {
                            queries(FlushModeType.AUTO);
                            phases.setRollbackOnly();
                        })))
                .hasStackTraceContaining("RollbackException");
        assertThat(Trace.entries()).containsExactly("a, b locked");
        assertThat(rows.natives()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void nativeQueriesAfterAFlushShareTheOnlyConnectionOfThePool(FlushModeType flush) throws Exception {
        callers.commit(Demarcation.TRANSACTIONAL, () -> {
            rows.single().persist(new Numbered("dirty"));
            phases.early(() -> {
                rows.single().flush();
                queries(flush);
            });
        });
        assertThat(rows.natives()).containsExactly("a", "b");
        assertThat(rows.numbered()).containsExactly("dirty");
    }

    @ParameterizedTest
    @EnumSource
    void nativeQueriesInTheLateStepShareTheOnlyConnectionOfThePool(Demarcation demarcation) throws Exception {
        callers.commit(demarcation, () -> {
            rows.single().persist(new Numbered("dirty"));
            phases.late(() -> queries(FlushModeType.COMMIT));
        });
        assertThat(rows.natives()).containsExactly("a", "b");
        assertThat(rows.numbered()).containsExactly("dirty");
    }

    @ParameterizedTest
    @EnumSource(names = {"PRE_UPDATE", "POST_PERSIST", "POST_UPDATE", "POST_REMOVE"})
    void anEntityPersistedInACallbackOfAFlushIsLostWithoutAnError(Callbacks.Kind kind) throws Exception {
        lifeWith(kind, () -> rows.em().persist(new Numbered("lost")));
        assertThat(rows.numbered()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void nativeSqlWithoutAFlushWorksInACallback(Callbacks.Kind kind) throws Exception {
        lifeWith(kind, () -> rows.insert(rows.em(), "b", FlushModeType.COMMIT));
        assertThat(rows.natives()).containsExactly("b");
    }

    @ParameterizedTest
    @EnumSource(names = {"PRE_UPDATE", "POST_PERSIST", "POST_REMOVE"})
    void theAutomaticFlushBeforeNativeSqlFailsInACallbackOfAFlush(Callbacks.Kind kind) {
        assertThatThrownBy(() -> lifeWith(kind, () -> rows.insert(rows.em(), "b", FlushModeType.AUTO)))
                .isInstanceOf(RollbackException.class);
        assertThat(rows.natives()).isEmpty();
    }

    @Test
    void theAutomaticFlushBeforeNativeSqlUpdatesTwiceInPostUpdate() throws Exception {
        lifeWith(Callbacks.Kind.POST_UPDATE, () -> rows.insert(rows.em(), "b", FlushModeType.AUTO));
        assertThat(Trace.entries()).filteredOn("POST_UPDATE a"::equals).hasSize(2);
    }

    @Test
    void uuidsAndTimesWithAnOffsetNeedNoConverterOnPostgres() throws Exception {
        roundTrip(rows.em());
    }

    @Test
    void uuidsAndTimesWithAnOffsetNeedNoConverterOnH2() throws Exception {
        roundTrip(rows.h2());
    }

    private void late(Runnable step) {
        rows.em().persist(new Named("a"));
        phases.late(step);
    }

    /** The third one shows that all run on one connection. */
    private void queries(FlushModeType flush) {
        rows.insertReturning(rows.single(), "a", flush);
        rows.insert(rows.single(), "b", flush);
        Trace.add(String.join(", ", rows.lock(rows.single(), flush)) + " locked");
    }

    /** Lets an entity live through all its callbacks, in three transactions, with a hook in one of them. */
    private void lifeWith(Callbacks.Kind kind, Runnable hook) throws Exception {
        Callbacks.once(kind, () -> {
            Trace.add("hook");
            hook.run();
        });
        callers.commit(() -> rows.em().persist(new Named("a")));
        callers.commit(() -> rows.em().find(Named.class, "a").touch());
        callers.commit(() -> rows.em().remove(rows.em().find(Named.class, "a")));
        assertThat(Trace.entries()).contains("hook");
    }

    private void roundTrip(EntityManager through) throws Exception {
        UUID id = UUID.randomUUID();
        UUID reference = UUID.randomUUID();
        OffsetDateTime happenedAt = OffsetDateTime.parse("2026-11-30T12:34:56.123456Z");
        callers.commit(() -> through.persist(new Typed(id, reference, happenedAt)));
        callers.commit(() -> {
            through.getEntityManagerFactory().getCache().evictAll();
            Typed found = through.find(Typed.class, id);
            assertThat(found.reference()).isEqualTo(reference);
            assertThat(found.happenedAt()).isEqualTo(happenedAt);
        });
    }
}
