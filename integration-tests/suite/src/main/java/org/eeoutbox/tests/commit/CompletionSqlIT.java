package org.eeoutbox.tests.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.transaction.RollbackException;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.eeoutbox.tests.commit.Callers.Demarcation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the EntityManager can still write while a transaction completes. Two moments are told apart: the early step (a
 * CDI observer BEFORE_COMPLETION) and the late step (an interposed synchronisation after the provider's flush).
 */
class CompletionSqlIT extends CommitProbe {

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
    void aConnectionFromTheDataSourceIsPartOfACompletingUserTransaction() {
        insertByDataSourceInARollback(Demarcation.USER_TRANSACTION);
        assertThat(rows.natives()).isEmpty();
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
    @EnumSource
    void nativeSqlWithoutAFlushWorksInACallback(Callbacks.Kind kind) throws Exception {
        lifeWith(kind, () -> rows.insert(rows.em(), "b", FlushModeType.COMMIT));
        assertThat(rows.natives()).containsExactly("b");
    }

    @Test
    void uuidsAndTimesWithAnOffsetNeedNoConverterOnPostgres() throws Exception {
        roundTrip(rows.em());
    }

    @Test
    void uuidsAndTimesWithAnOffsetNeedNoConverterOnH2() throws Exception {
        roundTrip(rows.h2());
    }

    /** The third one shows that all run on one connection. */
    private void queries(FlushModeType flush) {
        rows.insertReturning(rows.single(), "a", flush);
        rows.insert(rows.single(), "b", flush);
        Trace.add(String.join(", ", rows.lock(rows.single(), flush)) + " locked");
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
