package org.eeoutbox.tests.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.util.List;
import org.eeoutbox.tests.Page;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * Where event classes are found, on a server that runs several applications at once; not on Payara Micro, whose adapter
 * deploys one and which refuses an EAR.
 */
@ArquillianTest
@RunAsClient
public abstract class DiscoveryContract {

    @ArquillianResource
    @OperateOnDeployment("nobeans")
    URL withoutBeans;

    @ArquillianResource
    @OperateOnDeployment("empty")
    URL empty;

    @ArquillianResource
    @OperateOnDeployment("annotated")
    URL annotated;

    @ArquillianResource
    @OperateOnDeployment("all")
    URL all;

    @ArquillianResource
    @OperateOnDeployment("none")
    URL none;

    @ArquillianResource
    @OperateOnDeployment("library")
    URL library;

    @ArquillianResource
    @OperateOnDeployment("libnone")
    URL libnone;

    @ArquillianResource
    @OperateOnDeployment("ear")
    URL ear;

    @Deployment(name = "nobeans", testable = false)
    static WebArchive nobeans() {
        return Discoveries.noBeans("nobeans.war");
    }

    @Deployment(name = "empty", testable = false)
    static WebArchive empty() {
        return Discoveries.emptyBeans("empty.war");
    }

    @Deployment(name = "annotated", testable = false)
    static WebArchive annotated() {
        return Discoveries.mode("annotated.war", "annotated");
    }

    @Deployment(name = "all", testable = false)
    static WebArchive all() {
        return Discoveries.mode("all.war", "all");
    }

    @Deployment(name = "none", testable = false)
    static WebArchive none() {
        return Discoveries.mode("none.war", "none");
    }

    @Deployment(name = "library", testable = false)
    static WebArchive library() {
        return Discoveries.library("library.war");
    }

    @Deployment(name = "libnone", testable = false)
    static WebArchive libnone() {
        return Discoveries.libraryOfModeNone("libnone.war");
    }

    @Deployment(name = "ear", testable = false)
    static EnterpriseArchive ear() {
        return Discoveries.ear("earlib");
    }

    @Test
    void everyFormOfEventInAWarIsCapturedOnce() {
        for (URL application : List.of(withoutBeans, empty, annotated, all, library)) {
            assertThat(Page.read(application, "fire"))
                    .as(application.getPath())
                    .isEqualTo(Discoveries.EVERYTHING_AND_LIBRARY);
        }
    }

    @Test
    void eventClassesThatTheContainerDoesNotLookAtAreCapturedToo() {
        assertThat(Page.read(libnone, "fire")).isEqualTo(Discoveries.EVERYTHING);
        assertThat(Page.read(none, "fire")).isEqualTo(Discoveries.EVERYTHING);
    }

    @Test
    void eventClassesInTheLibrariesOfAnEarAreCaptured() {
        assertThat(Page.read(ear, "fire")).isEqualTo(Discoveries.EVERYTHING_AND_LIBRARY);
    }
}
