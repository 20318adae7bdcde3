package org.eeoutbox.tests.commit;

import jakarta.persistence.PostPersist;
import jakarta.persistence.PostRemove;
import jakarta.persistence.PostUpdate;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreUpdate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** JPA callbacks of {@link Named}: each is traced, then runs what a test put there. */
public class Callbacks {

    /** The kinds of callbacks. */
    public enum Kind {
        PRE_PERSIST,
        POST_PERSIST,
        PRE_UPDATE,
        POST_UPDATE,
        POST_REMOVE
    }

    private static final Map<Kind, Runnable> HOOKS = new ConcurrentHashMap<>();

    /** Runs the hook at the next callback of that kind, once. */
    public static void once(Kind kind, Runnable hook) {
        HOOKS.put(kind, hook);
    }

    public static void clear() {
        HOOKS.clear();
    }

    @PrePersist
    void prePersist(Named entity) {
        called(Kind.PRE_PERSIST, entity);
    }

    @PostPersist
    void postPersist(Named entity) {
        called(Kind.POST_PERSIST, entity);
    }

    @PreUpdate
    void preUpdate(Named entity) {
        called(Kind.PRE_UPDATE, entity);
    }

    @PostUpdate
    void postUpdate(Named entity) {
        called(Kind.POST_UPDATE, entity);
    }

    @PostRemove
    void postRemove(Named entity) {
        called(Kind.POST_REMOVE, entity);
    }

    private static void called(Kind kind, Named entity) {
        Trace.add(kind + " " + entity.name());
        Runnable hook = HOOKS.remove(kind);
        if (hook != null) {
            hook.run();
        }
    }
}
