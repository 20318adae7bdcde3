package org.eeoutbox.tests.payara.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eeoutbox.lab.JdbcResource;
import org.eeoutbox.tests.TestWar;
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

/** Where event classes are found: in every place and with every beans.xml that an application may have. */
class DiscoveryIT {

    private static final String MAPPED = "outbox.event.\"" + Events.OfOthers.class.getName() + "\".";

    private static Deployments server;

    @BeforeAll
    static void start() {
        Map<String, WebArchive> applications = new LinkedHashMap<>();
        applications.put("nobeans", war().addClasses(events()));
        applications.put("empty", withBeans("").addClasses(events()));
        applications.put("annotated", withBeans(beans("annotated")).addClasses(events()));
        applications.put("all", withBeans(beans("all")).addClasses(events()));
        applications.put("none", withBeans(beans("none")).addClasses(events()));
        applications.put("library", war().addAsLibrary(library()));
        applications.put(
                "libnone",
                war().addAsLibrary(library().addAsManifestResource(new StringAsset(beans("none")), "beans.xml")));
        applications.put("starting", war().addClasses(events()).addClass(Starter.class));
        server = Deployments.start(
                applications, JdbcResource.h2("jdbc/discovery", "jdbc:h2:mem:discovery;DB_CLOSE_DELAY=-1", "sa", "sa"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobeans", "empty", "annotated", "all", "library"})
    void everyFormOfEventIsCapturedOnce(String context) {
        assertThat(server.get(context + "/fire"))
                .isEqualTo(
                        "record class derived class sealed generic generic record record record record record others");
    }

    @Test
    void eventClassesThatTheContainerDoesNotLookAtAreCapturedToo() {
        assertThat(server.get("libnone/fire"))
                .isEqualTo("record class derived class sealed generic generic record record record record others");
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

    private static WebArchive war() {
        return new TestWar()
                .capture()
                .persistence("""
                        <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
                          <persistence-unit name="discovery">
                            <jta-data-source>jdbc/discovery</jta-data-source>
                            <mapping-file>META-INF/outbox-orm.xml</mapping-file>
                          </persistence-unit>
                        </persistence>
                        """)
                .config("outbox.schema", "create")
                .config(MAPPED + "aggregate", "a")
                .config(MAPPED + "aggregate-id", "number")
                .config(MAPPED + "type", "others")
                .build()
                .addClass(FireServlet.class)
                .addAsWebResource(new StringAsset("up"), "index.html");
    }

    private static WebArchive withBeans(String beansXml) {
        return war().addAsWebInfResource(new StringAsset(beansXml), "beans.xml");
    }

    private static JavaArchive library() {
        return ShrinkWrap.create(JavaArchive.class, "events.jar").addClasses(events());
    }

    private static Class<?>[] events() {
        return new Class<?>[] {Events.class, LibraryBean.class};
    }

    private static String beans(String mode) {
        return "<beans xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.0\" bean-discovery-mode=\"" + mode
                + "\"/>";
    }
}
