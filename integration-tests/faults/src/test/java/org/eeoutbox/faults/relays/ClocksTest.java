package org.eeoutbox.faults.relays;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;

/** Whether an event is due, over, or old is for the database's clock to say: those of the nodes may be an hour apart. */
@AnalyzeClasses(packages = "org.eeoutbox", importOptions = ImportOption.DoNotIncludeTests.class)
class ClocksTest {

    @ArchTest
    static final ArchRule nobodyAsksANodeForTheTime = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.eeoutbox.relay..",
                    "org.eeoutbox.jpa.store..",
                    "org.eeoutbox.jpa.retention..",
                    "org.eeoutbox.jpa.operations..")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(OffsetDateTime.class, "now")
            .orShould()
            .callMethod(ZonedDateTime.class, "now")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Calendar.class, "getInstance")
            .orShould()
            .callConstructor(Date.class)
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Clock.class);
}
