package org.eeoutbox.tests.callback;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;

/** Fires an event when one is fired, and, which is too late, when one has been committed. */
@ApplicationScoped
public class Nesting {

    @Inject
    Event<WidgetTouched> touched;

    private volatile RuntimeException refusal;

    void again(@Observes WidgetTouched event) {
        if (event.from().startsWith("nest ")) {
            int depth = Integer.parseInt(event.from().substring(5));
            touched.fire(new WidgetTouched(event.widget(), depth == 0 ? "innermost" : "nest " + (depth - 1)));
        }
    }

    void tooLate(@Observes(during = TransactionPhase.AFTER_SUCCESS) WidgetTouched event) {
        if (event.from().equals("late")) {
            try {
                touched.fire(new WidgetTouched(event.widget(), "after the commit"));
            } catch (RuntimeException e) {
                refusal = e;
            }
        }
    }

    RuntimeException refusal() {
        return refusal;
    }
}
