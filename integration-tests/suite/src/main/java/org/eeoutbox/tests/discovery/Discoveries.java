package org.eeoutbox.tests.discovery;

import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Applications that differ in where their event classes lie and in what their beans.xml says. For the client JVM. */
public final class Discoveries {

    /** What {@link FireServlet} answers if all is well. */
    public static final String EVERYTHING =
            "record class derived class sealed generic generic record record record record others";

    /** The same with a bean in a library that fires, too. */
    public static final String EVERYTHING_AND_LIBRARY =
            "record class derived class sealed generic generic record record record record record others";

    private static final String MAPPED = "outbox.event.\"" + Events.OfOthers.class.getName() + "\".";
    private static final String MODULES = "(outbox-(api|jpa)|uuid-creator)-.*";
    private static final String MODULES_WITHOUT_API = "(outbox-jpa|uuid-creator)-.*";
    private static final String API = "outbox-api-.*";

    private Discoveries() {}

    /** Event classes in the WAR, which has no beans.xml. */
    public static WebArchive noBeans(String name) {
        return war(name, MODULES).addClasses(events());
    }

    /** Event classes in the WAR, which has an empty beans.xml. */
    public static WebArchive emptyBeans(String name) {
        return noBeans(name).addAsWebInfResource(new StringAsset(""), "beans.xml");
    }

    /** Event classes in the WAR, whose beans.xml has a mode. */
    public static WebArchive mode(String name, String mode) {
        return noBeans(name).addAsWebInfResource(new StringAsset(beans(mode)), "beans.xml");
    }

    /** Event classes in WEB-INF/lib, in a jar without a beans.xml. */
    public static WebArchive library(String name) {
        return war(name, MODULES).addAsLibrary(jar());
    }

    /** Event classes in WEB-INF/lib, in a jar that CDI does not look at. */
    public static WebArchive libraryOfModeNone(String name) {
        return war(name, MODULES)
                .addAsLibrary(jar().addAsManifestResource(new StringAsset(beans("none")), "beans.xml"));
    }

    /** Event classes and the API in EAR/lib, the rest of the outbox in the EAR's one WAR. */
    public static EnterpriseArchive ear(String name) {
        return ShrinkWrap.create(EnterpriseArchive.class, name + ".ear")
                .addAsLibrary(jar())
                .addAsLibraries(TestWar.jars(API))
                .addAsModule(war(name + ".war", MODULES_WITHOUT_API));
    }

    private static WebArchive war(String name, String modules) {
        return new TestWar(name)
                .libraries(modules)
                .unit(Server.current().dataSource())
                .config("outbox.schema", "create")
                .config(MAPPED + "aggregate", "a")
                .config(MAPPED + "aggregate-id", "number")
                .config(MAPPED + "type", "others")
                .build()
                .addClass(FireServlet.class)
                .addAsWebResource(new StringAsset("up"), "index.html");
    }

    private static JavaArchive jar() {
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
