package org.eeoutbox.tests.payara.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eeoutbox.lab.Postgres;
import org.eeoutbox.tests.Lab;
import org.eeoutbox.tests.TestWar;
import org.eeoutbox.tests.payara.Deployments;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways to set persistence up: data sources with and without XA, several units, EntityManagers of every kind, JDBC. */
class PersistenceSetupIT {

    private static final String MAPPING = "<mapping-file>META-INF/outbox-orm.xml</mapping-file>";
    private static final String TABLE = "CREATE TABLE thing (id varchar(40) PRIMARY KEY)";

    private static Postgres postgres;
    private static Deployments server;

    @BeforeAll
    static void start() {
        Lab.temporaryFiles();
        postgres = Postgres.builder().fsync(false).start();
        Schemas.tables(postgres, "plain", TABLE);
        Schemas.tables(postgres, "xa", TABLE);
        Map<String, WebArchive> applications = new LinkedHashMap<>();
        applications.put("plain", war("plain", unit("main", "plain", MAPPING), ""));
        applications.put("xa", war("xa", unit("main", "xa", MAPPING), ""));
        applications.put(
                "several",
                war("plain", unit("main", "plain", MAPPING) + unit("other", "plain", ""), reference("main")));
        applications.put(
                "wrong", war("plain", unit("main", "plain", MAPPING) + unit("other", "plain", ""), reference("other")));
        server = Deployments.start(
                applications,
                Schemas.resource(postgres, "plain", "PGSimpleDataSource"),
                Schemas.resource(postgres, "xa", "PGXADataSource"));
    }

    @AfterAll
    static void stop() {
        server.close();
        postgres.close();
    }

    @ParameterizedTest
    @CsvSource({
        "plain,managed", "plain,application", "plain,extended", "plain,jdbc",
        "xa,managed", "xa,application", "xa,extended", "xa,jdbc",
        "several,managed", "several,application", "several,extended", "several,jdbc"
    })
    void anEventSharesTheFateOfTheData(String context, String how) {
        assertThat(server.get(context + "/setup?how=" + how)).isEqualTo("things 1, events 1");
        assertThat(server.get(context + "/setup?fail=true&how=" + how)).isEqualTo("things 0, events 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "xa"})
    void theRelayCanUseTheApplicationsDataSource(String context) {
        server.get(context + "/setup?how=managed");
        assertThat(server.get(context + "/setup?how=relay")).isEqualTo("true true");
    }

    @Test
    void aReferenceToTheWrongUnitRefusesTheApplication() {
        assertThat(server.status("wrong")).isEqualTo(404);
        assertThat(server.log())
                .contains("The EntityManager of the outbox does not belong to the persistence unit 'main'. Map the"
                        + " persistence-context-ref 'outbox/em' to that unit in WEB-INF/web.xml.");
    }

    @Test
    void aRefusedEventIsCountedAndLogged() {
        assertThat(server.get("plain/setup?how=rejected")).isEqualTo("counted 1");
        assertThat(server.log()).contains("OUTBOX-101 Refused an event: The event record was fired without a");
    }

    private static WebArchive war(String schema, String units, String webXml) {
        String reference = "<resource-ref><res-ref-name>jdbc/main</res-ref-name><res-type>javax.sql.DataSource"
                + "</res-type><lookup-name>jdbc/" + schema + "</lookup-name></resource-ref>";
        return new TestWar()
                .capture()
                .persistence("<persistence xmlns='https://jakarta.ee/xml/ns/persistence' version='3.0'>" + units
                        + "</persistence>")
                .build()
                .addClasses(Events.class, Thing.class, ExtendedBean.class, SetupServlet.class)
                .setWebXML(new StringAsset("<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'>"
                        + reference + webXml + "</web-app>"))
                .addAsWebResource(new StringAsset("up"), "index.html");
    }

    private static String reference(String unit) {
        return "<persistence-context-ref><persistence-context-ref-name>outbox/em</persistence-context-ref-name>"
                + "<persistence-unit-name>" + unit + "</persistence-unit-name></persistence-context-ref>";
    }

    private static String unit(String name, String schema, String content) {
        return "<persistence-unit name='" + name + "'><jta-data-source>jdbc/" + schema + "</jta-data-source>" + content
                + "<class>org.eeoutbox.tests.payara.discovery.Thing</class></persistence-unit>";
    }
}
