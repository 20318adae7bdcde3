package org.eeoutbox.tests.commit;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.function.IntConsumer;

/** Runs a test's code at the moments that a server offers around the commit of the current transaction. */
@ApplicationScoped
public class Phases {

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    TransactionSynchronizationRegistry registry;

    @Inject
    Event<Plain> plain;

    @Inject
    Event<Early> early;

    @Inject
    Event<Success> success;

    @Inject
    Event<Failure> failure;

    record Plain(Runnable step) {}

    record Early(Runnable step) {}

    record Success(Runnable step) {}

    record Failure(Runnable step) {}

    /** In an ordinary CDI observer, at once. */
    public void plain(Runnable step) {
        plain.fire(new Plain(step));
    }

    /** In a CDI observer BEFORE_COMPLETION. */
    public void early(Runnable step) {
        early.fire(new Early(step));
    }

    /** In an interposed synchronisation's beforeCompletion. */
    public void late(Runnable step) {
        registry.registerInterposedSynchronization(new Interposed(step, status -> {}));
    }

    /** In an interposed synchronisation's afterCompletion, with the status. */
    public void completed(IntConsumer step) {
        registry.registerInterposedSynchronization(new Interposed(() -> {}, step));
    }

    /** In a CDI observer AFTER_SUCCESS. */
    public void success(Runnable step) {
        success.fire(new Success(step));
    }

    /** In a CDI observer AFTER_FAILURE. */
    public void failure(Runnable step) {
        failure.fire(new Failure(step));
    }

    public void setRollbackOnly() {
        registry.setRollbackOnly();
    }

    void observePlain(@Observes Plain event) {
        event.step().run();
    }

    void observeEarly(@Observes(during = TransactionPhase.BEFORE_COMPLETION) Early event) {
        event.step().run();
    }

    void observeSuccess(@Observes(during = TransactionPhase.AFTER_SUCCESS) Success event) {
        event.step().run();
    }

    void observeFailure(@Observes(during = TransactionPhase.AFTER_FAILURE) Failure event) {
        event.step().run();
    }

    private record Interposed(Runnable before, IntConsumer after) implements Synchronization {

        @Override
        public void beforeCompletion() {
            before.run();
        }

        @Override
        public void afterCompletion(int status) {
            after.accept(status);
        }
    }
}
