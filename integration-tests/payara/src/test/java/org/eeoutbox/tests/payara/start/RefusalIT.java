package org.eeoutbox.tests.payara.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.eeoutbox.tests.payara.Deployments;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a jar in WEB-INF/lib can make the server refuse an application; the outbox's start-up checks rest on it. */
class RefusalIT {

    private static Deployments server;

    @BeforeAll
    static void start() {
        server = Deployments.start(Map.of(
                "initialized", war(FailingInitialized.class),
                "startup", war(FailingStartup.class),
                "singleton", war(FailingSingleton.class)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialized", "startup", "singleton"})
    void anExceptionAtStartRefusesTheApplication(String context) {
        assertThat(server.status(context)).isEqualTo(404);
    }

    @Test
    void aCdiObserversMessageIsTheReasonThatTheServerGives() {
        assertThat(server.log())
                .contains("Exception while loading the app : CDI deployment failure:refused by Initialized")
                .contains("Exception while loading the app : CDI deployment failure:refused by Startup");
    }

    @Test
    void aSingletonsMessageIsOnlyTheCauseOfTheCause() {
        assertThat(server.log())
                .contains("jakarta.ejb.CreateException: Initialization failed for Singleton FailingSingleton")
                .contains("Caused by: java.lang.IllegalStateException: refused by a singleton");
    }

    private static WebArchive war(Class<?> bean) {
        JavaArchive library =
                ShrinkWrap.create(JavaArchive.class, "refusing.jar").addClass(bean);
        return ShrinkWrap.create(WebArchive.class)
                .addAsLibrary(library)
                .addAsWebResource(new StringAsset("up"), "index.html");
    }
}
