package org.eeoutbox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.eeoutbox.faults.Fault.Kind;
import org.junit.jupiter.api.Test;

class PlanTest {

    private static final int NODES = 3;

    @Test
    void theSeedReproducesThePlan() {
        assertThat(Plan.of(7, NODES))
                .isEqualTo(Plan.of(7, NODES))
                .hasToString(Plan.of(7, NODES).toString());
        assertThat(LongStream.range(0, 100)
                        .mapToObj(seed -> Plan.of(seed, NODES).faults()))
                .doesNotHaveDuplicates();
    }

    @Test
    void fiftySeedsBreakEverything() {
        assertThat(LongStream.range(0, 50)
                        .mapToObj(seed -> Plan.of(seed, NODES))
                        .flatMap(plan -> plan.faults().stream().map(Fault::kind)))
                .contains(Kind.values());
        assertThat(LongStream.range(0, 50)
                        .mapToObj(seed -> Plan.of(seed, NODES))
                        .flatMap(plan -> plan.faults().stream().map(Fault::node)))
                .contains(1, 2, 3);
    }

    @Test
    void theSeedsOfTheBuildBreakEverythingToo() {
        assertThat(LongStream.of(FaultsIT.SEEDS)
                        .mapToObj(seed -> Plan.of(seed, FaultsIT.NODES))
                        .flatMap(plan -> plan.faults().stream().map(Fault::kind)))
                .contains(Kind.values());
    }

    @Test
    void everyPlanBeginsUnderLoadAndEndsInTime() {
        for (long seed = 0; seed < 1_000; seed++) {
            Plan plan = Plan.of(seed, NODES);
            assertThat(plan.faults()).hasSizeBetween(4, 7).allSatisfy(fault -> {
                assertThat(fault.at()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
                assertThat(fault.end()).isLessThanOrEqualTo(plan.length().plusSeconds(4));
                assertThat(fault.kind().isInstant()).isEqualTo(fault.length().isZero());
            });
        }
    }

    @Test
    void someNodesStandStillForLongerThanAnyTimeOut() {
        assertThat(LongStream.range(0, 50)
                        .mapToObj(seed -> Plan.of(seed, NODES))
                        .flatMap(plan -> plan.faults().stream())
                        .filter(fault -> fault.kind() == Kind.FREEZE_NODE)
                        .map(Fault::length))
                .anyMatch(length -> length.compareTo(Duration.ofSeconds(25)) > 0)
                .allMatch(length -> length.compareTo(Duration.ofSeconds(30)) <= 0);
    }
}
