package org.eeoutbox.tests.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.FlushModeType;
import jakarta.transaction.RollbackException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What EclipseLink does at commit in every server that has it. */
public abstract class EclipseLinkCommit extends CommitProbe {

    @Test
    void entitiesOfOneFlushAreInsertedInAnOrderOfTheProvidersOwn() throws Exception {
        List<String> persisted =
                IntStream.range(0, 500).mapToObj(n -> "entity-" + n).toList();
        callers.commit(() -> persisted.forEach(name -> rows.em().persist(new Named(name))));
        assertThat(rows.named()).containsExactlyInAnyOrderElementsOf(persisted).isNotEqualTo(persisted);
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

    @ParameterizedTest
    @EnumSource(names = {"PRE_UPDATE", "POST_PERSIST", "POST_UPDATE", "POST_REMOVE"})
    void anEntityPersistedInACallbackOfAFlushIsLostWithoutAnError(Callbacks.Kind kind) throws Exception {
        lifeWith(kind, () -> rows.em().persist(new Numbered("lost")));
        assertThat(rows.numbered()).isEmpty();
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
}
