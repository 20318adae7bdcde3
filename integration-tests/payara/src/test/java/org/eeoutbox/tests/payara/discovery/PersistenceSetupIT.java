package org.eeoutbox.tests.payara.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eeoutbox.tests.discovery.PersistenceSetups.outboxUnit;
import static org.eeoutbox.tests.discovery.PersistenceSetups.reference;
import static org.eeoutbox.tests.discovery.PersistenceSetups.unit;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eeoutbox.lab.Postgres;
import org.eeoutbox.tests.Lab;
import org.eeoutbox.tests.discovery.PersistenceSetups;
import org.eeoutbox.tests.payara.Deployments;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways to set persistence up: data sources with and without XA, several units, EntityManagers of every kind, JDBC. */
class PersistenceSetupIT {

    private static final String PLAIN = "jdbc/plain";
    private static final String XA = "jdbc/xa";

    private static Postgres postgres;
    private static Deployments server;

    @BeforeAll
    static void start() {
        Lab.temporaryFiles();
        postgres = Postgres.builder().fsync(false).start();
        Schemas.tables(postgres, "plain", PersistenceSetups.TABLE);
        Schemas.tables(postgres, "xa", PersistenceSetups.TABLE);
        Map<String, WebArchive> applications = new LinkedHashMap<>();
        applications.put("plain", war(PLAIN, outboxUnit("main", PLAIN), ""));
        applications.put("xa", war(XA, outboxUnit("main", XA), ""));
        applications.put("several", war(PLAIN, outboxUnit("main", PLAIN) + unit("other", PLAIN), reference("main")));
        applications.put("wrong", war(PLAIN, outboxUnit("main", PLAIN) + unit("other", PLAIN), reference("other")));
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
        "plain,managed", "plain,application", "plain,extended", "plain,jdbc", "plain,jooq",
        "xa,managed", "xa,application", "xa,extended", "xa,jdbc", "xa,jooq",
        "several,managed", "several,application", "several,extended", "several,jdbc", "several,jooq"
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

    private static WebArchive war(String dataSource, String units, String webXml) {
        return PersistenceSetups.war(dataSource, units, webXml).build();
    }
}
