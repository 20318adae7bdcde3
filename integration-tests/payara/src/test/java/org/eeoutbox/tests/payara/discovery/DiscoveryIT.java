package org.eeoutbox.tests.payara.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eeoutbox.lab.JdbcResource;
import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.discovery.Discoveries;
import org.eeoutbox.tests.discovery.Starter;
import org.eeoutbox.tests.payara.Deployments;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where event classes are found: in every place and with every beans.xml that an application may have. */
class DiscoveryIT {

    private static Deployments server;

    @BeforeAll
    static void start() {
        Map<String, WebArchive> applications = new LinkedHashMap<>();
        applications.put("nobeans", Discoveries.noBeans("test.war"));
        applications.put("empty", Discoveries.emptyBeans("test.war"));
        applications.put("annotated", Discoveries.mode("test.war", "annotated"));
        applications.put("all", Discoveries.mode("test.war", "all"));
        applications.put("none", Discoveries.mode("test.war", "none"));
        applications.put("library", Discoveries.library("test.war"));
        applications.put("libnone", Discoveries.libraryOfModeNone("test.war"));
        applications.put("starting", Discoveries.noBeans("test.war").addClass(Starter.class));
        server = Deployments.start(
                applications,
                JdbcResource.h2(Server.current().dataSource(), "jdbc:h2:mem:discovery;DB_CLOSE_DELAY=-1", "sa", "sa"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobeans", "empty", "annotated", "all", "library"})
    void everyFormOfEventIsCapturedOnce(String context) {
        assertThat(server.get(context + "/fire")).isEqualTo(Discoveries.EVERYTHING_AND_LIBRARY);
    }

    @Test
    void eventClassesThatTheContainerDoesNotLookAtAreCapturedToo() {
        assertThat(server.get("libnone/fire")).isEqualTo(Discoveries.EVERYTHING);
    }

    /** No outbox either: its extension does not run. But no event can vanish, since nothing can fire one. */
    @Test
    void payaraGivesAnApplicationOfModeNoneNoCdiAtAll() {
        assertThat(server.get("none/fire")).contains("\"this.records\" is null").contains("\"this.beans\" is null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"singleton", "initialized", "startup"})
    void eventsThatAreFiredWhileTheApplicationStartsAreCaptured(String how) {
        assertThat(server.get("starting/fire?id=" + how)).isEqualTo("record");
    }
}
