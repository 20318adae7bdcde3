package org.eeoutbox.relay;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.eeoutbox.relay", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule theEngineIsPlainJava = noClasses()
            .that()
            .resideInAPackage("org.eeoutbox.relay.engine..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "jakarta..",
                    "javax..",
                    "org.eclipse.microprofile..",
                    "org.apache.kafka..",
                    "org.eeoutbox.relay.channel..",
                    "org.eeoutbox.relay.ejb..");

    @ArchTest
    static final ArchRule theChannelsKnowNoServer = noClasses()
            .that()
            .resideInAPackage("org.eeoutbox.relay.channel..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.eeoutbox.relay.ejb..", "jakarta.ejb..", "io.smallrye..");

    @ArchTest
    static final ArchRule oneClassNeedsKafka = noClasses()
            .that()
            .doNotHaveSimpleName("KafkaRecords")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..");
}
