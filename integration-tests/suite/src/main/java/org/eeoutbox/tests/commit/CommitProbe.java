package org.eeoutbox.tests.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;
import org.eeoutbox.tests.commit.Callers.Demarcation;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;

/** Asks a server what runs when a transaction commits. Sub-classes outside this package hold what one server answers. */
@ArquillianTest
public abstract class CommitProbe {

    /** Runs steps around the commit. */
    @Inject
    protected Phases phases;

    /** Runs work in transactions. */
    @Inject
    protected Callers callers;

    /** The tables. */
    @Inject
    protected Rows rows;

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

    /** Runs a step in an interposed synchronisation that is registered after the EntityManager has joined. */
    protected final void late(Runnable step) {
        rows.em().persist(new Named("a"));
        phases.late(step);
    }

    /** Lets an entity live through all its callbacks, in three transactions, with a hook in one of them. */
    protected final void lifeWith(Callbacks.Kind kind, Runnable hook) throws Exception {
        Callbacks.once(kind, () -> {
            Trace.add("hook");
            hook.run();
        });
        callers.commit(() -> rows.em().persist(new Named("a")));
        callers.commit(() -> rows.em().find(Named.class, "a").touch());
        callers.commit(() -> rows.em().remove(rows.em().find(Named.class, "a")));
        assertThat(Trace.entries()).contains("hook");
    }

    /** Does what the capture does at the first event of a transaction, in a callback. */
    protected final void fireFromCallback() {
        Callbacks.once(
                Callbacks.Kind.POST_PERSIST,
                () -> phases.plain(() -> {
                    Trace.add("fired");
                    phases.late(() -> Trace.add("late"));
                    phases.early(() -> Trace.add("early"));
                }));
    }

    /** Inserts by connections of the application's data source in both steps of a transaction that then rolls back. */
    protected final void insertByDataSourceInARollback(Demarcation demarcation) {
        assertThatThrownBy(() -> callers.commit(demarcation, () -> {
                    phases.early(() -> rows.insertByDataSource("early"));
                    late(() -> {
                        rows.insertByDataSource("late");
                        Trace.add("inserted");
                        phases.setRollbackOnly();
                    });
                }))
                .hasStackTraceContaining("RollbackException");
        assertThat(Trace.entries()).contains("inserted");
    }
}
