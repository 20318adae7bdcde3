package org.eeoutbox.tests.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import java.util.ArrayList;
import java.util.List;
import org.eeoutbox.tests.commit.Callers.Demarcation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What runs when a transaction commits, and what an exception there does, on every server. The capture rests on these
 * observations; the specifications leave most of them open. A failure here after a server's update means: read
 * docs/architecture.md, "When things run at commit", before anything else.
 */
class CommitOrderIT extends CommitProbe {

    @Test
    void observersBeforeCompletionRunBeforeTheProvidersFlush() throws Exception {
        callers.commit(() -> {
            rows.em().persist(new Named("a"));
            phases.early(() -> Trace.add("early"));
        });
        assertThat(Trace.entries()).containsExactly("PRE_PERSIST a", "early", "POST_PERSIST a");
    }

    @Test
    void observersBeforeCompletionRunBeforeAnInterposedSynchronisationThatWasRegisteredFirst() throws Exception {
        callers.commit(() -> {
            phases.late(() -> Trace.add("late"));
            phases.early(() -> Trace.add("early"));
        });
        assertThat(Trace.entries()).containsExactly("early", "late");
    }

    @Test
    void anInterposedSynchronisationRunsAfterTheProvidersFlushIfTheEntityManagerJoinedFirst() throws Exception {
        callers.commit(() -> {
            rows.em().persist(new Named("a"));
            phases.late(() -> Trace.add("late"));
        });
        assertThat(Trace.entries()).containsExactly("PRE_PERSIST a", "POST_PERSIST a", "late");
    }

    @Test
    void interposedSynchronisationsRunInOrderOfRegistration() throws Exception {
        callers.commit(() -> List.of("1", "2", "3").forEach(n -> phases.late(() -> Trace.add(n))));
        assertThat(Trace.entries()).containsExactly("1", "2", "3");
    }

    @Test
    void anInterposedSynchronisationRegisteredInTheEarlyStepStillRuns() throws Exception {
        callers.commit(() -> phases.early(() -> phases.late(() -> Trace.add("late"))));
        assertThat(Trace.entries()).containsExactly("late");
    }

    @Test
    void anInterposedSynchronisationRegisteredInAnotherOneStillRuns() throws Exception {
        callers.commit(() -> phases.late(() -> phases.late(() -> Trace.add("later"))));
        assertThat(Trace.entries()).containsExactly("later");
    }

    @ParameterizedTest
    @EnumSource
    void anExceptionInAnObserverBeforeCompletionIsSwallowedAndTheTransactionCommits(Demarcation demarcation)
            throws Exception {
        callers.commit(demarcation, () -> {
            rows.em().persist(new Named("a"));
            phases.early(() -> {
                throw new IllegalStateException("early");
            });
        });
        assertThat(rows.named()).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource
    void rollbackOnlySetInAnObserverBeforeCompletionRollsBackAndTheCallerSeesIt(Demarcation demarcation) {
        assertThatThrownBy(() -> callers.commit(demarcation, () -> {
                    rows.em().persist(new Named("a"));
                    phases.early(phases::setRollbackOnly);
                }))
                .hasStackTraceContaining("RollbackException");
        assertThat(rows.named()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anExceptionInAnInterposedSynchronisationRollsBackAndTheCallerSeesTheCause(Demarcation demarcation) {
        IllegalStateException cause = new IllegalStateException("late");
        assertThatThrownBy(() -> callers.commit(demarcation, () -> {
                    rows.em().persist(new Named("a"));
                    phases.late(() -> {
                        throw cause;
                    });
                }))
                .satisfies(thrown -> assertThat(causes(thrown)).contains(cause));
        assertThat(rows.named()).isEmpty();
    }

    @Test
    void anExceptionInAnOrdinaryObserverReachesTheCodeThatFired() {
        IllegalStateException cause = new IllegalStateException("plain");
        assertThatThrownBy(() -> callers.commit(() -> phases.plain(() -> {
                    throw cause;
                })))
                .isSameAs(cause);
    }

    @Test
    void afterACommitOnlyTheObserversOfSuccessRun() throws Exception {
        callers.commit(this::traceTheEnd);
        assertThat(Trace.entries()).containsExactlyInAnyOrder("success", "completed " + Status.STATUS_COMMITTED);
    }

    @Test
    void afterARollbackOnlyTheObserversOfFailureRunAndTheStatusTellsAfterCompletion() throws Exception {
        callers.rollback(this::traceTheEnd);
        assertThat(Trace.entries()).containsExactlyInAnyOrder("failure", "completed " + Status.STATUS_ROLLEDBACK);
    }

    @Test
    void afterAFailedCommitOnlyTheObserversOfFailureRun() {
        assertThatThrownBy(() -> callers.commit(() -> {
                    traceTheEnd();
                    phases.early(phases::setRollbackOnly);
                }))
                .isInstanceOf(RollbackException.class);
        assertThat(Trace.entries()).containsExactlyInAnyOrder("failure", "completed " + Status.STATUS_ROLLEDBACK);
    }

    @Test
    void anEventFromACallbackReachesObserversInAnExplicitFlush() throws Exception {
        callers.commit(() -> {
            fireFromCallback();
            rows.em().persist(new Named("a"));
            rows.em().flush();
            Trace.add("flushed");
        });
        assertThat(Trace.entries()).containsSubsequence("POST_PERSIST a", "fired", "flushed", "early", "late");
    }

    /** The early step is over by then, or comes at once, inside the callback; the interposed synchronisation comes. */
    @Test
    void anEventFromACallbackInTheFlushAtCommitReachesObserversAndTheLateStepStillRuns() throws Exception {
        callers.commit(() -> {
            fireFromCallback();
            rows.em().persist(new Named("a"));
        });
        assertThat(Trace.entries())
                .filteredOn(entry -> !entry.equals("early"))
                .containsExactly("PRE_PERSIST a", "POST_PERSIST a", "fired", "late");
    }

    @Test
    void anEventFromACallbackReachesObserversInAFlushOfTheEarlyStep() throws Exception {
        callers.commit(() -> {
            fireFromCallback();
            rows.em().persist(new Named("a"));
            phases.early(() -> {
                rows.em().flush();
                Trace.add("flushed");
            });
        });
        assertThat(Trace.entries()).containsSubsequence("POST_PERSIST a", "fired", "flushed");
        assertThat(Trace.entries()).contains("early", "late");
    }

    private void traceTheEnd() {
        phases.success(() -> Trace.add("success"));
        phases.failure(() -> Trace.add("failure"));
        phases.completed(status -> Trace.add("completed " + status));
    }

    private static List<Throwable> causes(Throwable thrown) {
        List<Throwable> all = new ArrayList<>();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            all.add(cause);
        }
        return all;
    }
}
