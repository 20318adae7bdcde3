package org.eeoutbox.tests.payara;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The directions between the modules. A rule whose packages hold no class fails. */
@AnalyzeClasses(packages = "org.eeoutbox", importOptions = DoNotIncludeTests.class)
class ModulesTest {

    private static final String[] API = {"org.eeoutbox", "org.eeoutbox.spi", "org.eeoutbox.operations"};
    private static final String JPA = "org.eeoutbox.jpa..";
    private static final String RELAY = "org.eeoutbox.relay..";

    @ArchTest
    static final ArchRule theApiKnowsPlatformApisOnly = classes()
            .that()
            .resideInAnyPackage(API)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.eeoutbox",
                    "org.eeoutbox.spi",
                    "org.eeoutbox.operations",
                    "java..",
                    "jakarta..",
                    "org.eclipse.microprofile..");

    @ArchTest
    static final ArchRule captureAndStoreDoNotKnowTheRelay = noClasses()
            .that()
            .resideInAPackage(JPA)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(RELAY);

    @ArchTest
    static final ArchRule theRelayDoesNotKnowCaptureOrStore = noClasses()
            .that()
            .resideInAPackage(RELAY)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(JPA);

    @ArchTest
    static final ArchRule noProviderIsNamed = noClasses()
            .that()
            .resideInAPackage("org.eeoutbox..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.hibernate..", "org.eclipse.persistence..", "io.smallrye..", "fish.payara..");

    @ArchTest
    static final ArchRule storeAndOperationsDoNotKnowCapture = noClasses()
            .that()
            .resideInAnyPackage("org.eeoutbox.jpa.store..", "org.eeoutbox.jpa.operations..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eeoutbox.jpa.capture..");
}
