package org.eeoutbox.tests.discovery;

import org.eeoutbox.lab.Classpath;
import org.eeoutbox.tests.TestWar;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Applications that write a thing in many ways; they differ in their units and data sources. For the client JVM. */
public final class PersistenceSetups {

    /** The table of the application's own data. */
    public static final String TABLE = "CREATE TABLE IF NOT EXISTS thing (id varchar(40) PRIMARY KEY)";

    private static final String THING = "<class>org.eeoutbox.tests.discovery.Thing</class>";

    /** With several units WildFly wants to be told which one is meant, in a way of its own. */
    private static final String OUTBOX = "<mapping-file>META-INF/outbox-orm.xml</mapping-file>" + THING
            + "<properties><property name='wildfly.jpa.default-unit' value='true'/></properties>";

    private PersistenceSetups() {}

    /**
     * An application without a relay.
     *
     * @param dataSource the data source of all units, and the one that the application uses besides
     * @param units what {@link #unit} and {@link #outboxUnit} make
     * @param webXml what else stands in web.xml
     * @return the WAR
     */
    public static TestWar war(String dataSource, String units, String webXml) {
        TestWar war = new TestWar()
                .capture()
                .classes(
                        Events.class,
                        Thing.class,
                        ExtendedBean.class,
                        SetupServlet.class,
                        Jooq.class,
                        PersistenceSetups.class)
                .persistence("<persistence xmlns='https://jakarta.ee/xml/ns/persistence' version='3.0'>" + units
                        + "</persistence>");
        WebArchive archive = war.build();
        archive.setWebXML(new StringAsset("<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'>"
                + "<resource-ref><res-ref-name>jdbc/outbox-test</res-ref-name><res-type>javax.sql.DataSource"
                + "</res-type><res-auth>Container</res-auth><lookup-name>" + dataSource
                + "</lookup-name></resource-ref>" + webXml + "</web-app>"));
        archive.addAsWebResource(new StringAsset("up"), "index.html");
        for (String type :
                new String[] {"org.jooq.DSLContext", "io.r2dbc.spi.R2dbcException", "org.reactivestreams.Publisher"}) {
            archive.addAsLibrary(Classpath.jar(type).toFile());
        }
        return war;
    }

    /** A unit with the outbox. */
    public static String outboxUnit(String name, String dataSource) {
        return unit(name, dataSource, OUTBOX);
    }

    /** A unit without the outbox. */
    public static String unit(String name, String dataSource) {
        return unit(name, dataSource, THING);
    }

    private static String unit(String name, String dataSource, String content) {
        return "<persistence-unit name='" + name + "'><jta-data-source>" + dataSource + "</jta-data-source>" + content
                + "</persistence-unit>";
    }

    /** What tells the outbox which unit is its own. */
    public static String reference(String unit) {
        return "<persistence-context-ref><persistence-context-ref-name>outbox/em</persistence-context-ref-name>"
                + "<persistence-unit-name>" + unit + "</persistence-unit-name></persistence-context-ref>";
    }
}
