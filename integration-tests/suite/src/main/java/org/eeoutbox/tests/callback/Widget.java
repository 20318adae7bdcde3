package org.eeoutbox.tests.callback;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PostRemove;
import jakarta.persistence.PostUpdate;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreRemove;
import jakarta.persistence.PreUpdate;

/** Fires an event from the one callback that is armed. */
@Entity
public class Widget {

    /** Providers may call a callback more than once: EclipseLink calls PostLoad for the cached object and for its copy. */
    static volatile int firings;

    private static volatile Callback armed;

    @Id
    private String id;

    private String name;

    protected Widget() {}

    Widget(String id) {
        this.id = id;
        this.name = "new";
    }

    static void arm(Callback callback) {
        armed = callback;
        firings = 0;
    }

    void rename(String to) {
        name = to;
    }

    @PrePersist
    void prePersist() {
        fire(Callback.PRE_PERSIST);
    }

    @PostPersist
    void postPersist() {
        fire(Callback.POST_PERSIST);
    }

    @PreUpdate
    void preUpdate() {
        fire(Callback.PRE_UPDATE);
    }

    @PostUpdate
    void postUpdate() {
        fire(Callback.POST_UPDATE);
    }

    @PreRemove
    void preRemove() {
        fire(Callback.PRE_REMOVE);
    }

    @PostRemove
    void postRemove() {
        fire(Callback.POST_REMOVE);
    }

    @PostLoad
    void postLoad() {
        fire(Callback.POST_LOAD);
    }

    private void fire(Callback callback) {
        if (armed == callback) {
            firings = firings + 1;
            CDI.current().getBeanManager().getEvent().fire(new WidgetTouched(id, callback.name()));
        }
    }
}
