package org.eeoutbox.tests.payara.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eeoutbox.lab.JdbcResource;
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

/** What is wrong with an application makes the server refuse it, with a sentence in the log. */
class DeploymentErrorsIT {

    private static final Map<String, WebArchive> APPLICATIONS = new LinkedHashMap<>();
    private static final String MAPPING = "<mapping-file>META-INF/outbox-orm.xml</mapping-file>";

    private static final String GENERATION = "<properties><property name='"
            + "jakarta.persistence.schema-generation.database.action' value='drop-and-create'/></properties>";

    private static Postgres postgres;
    private static Deployments server;

    @BeforeAll
    static void start() {
        Lab.temporaryFiles();
        postgres = Postgres.builder().fsync(false).start();
        JdbcResource[] resources = {
            Schemas.tables(postgres, "sound"),
            Schemas.tables(postgres, "generated"),
            Schemas.empty(postgres, "tables"),
            Schemas.tables(postgres, "no_index", "DROP INDEX outbox_event_claim"),
            Schemas.tables(postgres, "older", "DELETE FROM outbox_schema WHERE version > 1"),
            Schemas.tables(postgres, "shards", "INSERT INTO outbox_channel (channel, shards) VALUES ('orders', 4)")
        };
        addCapture();
        addUnits();
        add(
                "channels",
                outbox("sound")
                        .config("mp.messaging.outgoing.orders.connector", "smallrye-kafka")
                        .classes(Routes.class, OwnEmitter.class));
        server = Deployments.start(APPLICATIONS, resources);
    }

    private static void addCapture() {
        add(
                "classes",
                capture(unit("sound", MAPPING))
                        .config("outbox.shard", "4")
                        .config("outbox.event.\"com.acme.Nowhere\".aggregate", "a")
                        .classes(Faults.class));
        add("value", capture(unit("sound", MAPPING)).config("outbox.shards", "many"));
        add("tables", capture(unit("tables", MAPPING)));
        add("index", capture(unit("no_index", MAPPING)));
        add("older", capture(unit("older", MAPPING)));
        add("shards", capture(unit("shards", MAPPING)).classes(Routes.class));
    }

    private static void addUnits() {
        add("local", capture(unit("sound", MAPPING).replace("name=", "transaction-type='RESOURCE_LOCAL' name=")));
        add("generation", capture(unit("generated", MAPPING + GENERATION)));
        add("nounit", capture(unit("sound", "")));
        add("twounits", capture(unit("sound", MAPPING) + unit("shards", MAPPING)));
        add("unmapped", capture(unit("sound", MAPPING) + unit("shards", "")));
    }

    @AfterAll
    static void stop() {
        server.close();
        postgres.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            classes    | Faults$WithoutId has no @AggregateId
            classes    | Faults$WithTwoIds has several @AggregateId: one, two
            classes    | Faults$WithDouble is a double. Use a text
            classes    | 'com.acme.Nowhere'
            value      | outbox.shards is 'many'; it must be a whole number from 1 to 256
            tables     | The database lacks outbox_schema, outbox_event,
            index      | The database lacks outbox_event_claim. Make them as they stand in META-INF/outbox/ddl
            older      | The outbox tables have schema version 1; this release needs 2
            shards     | The channel 'orders' has 4 shards in the database, and outbox.shards is 8
            generation | 'of-generated' sets jakarta.persistence.schema-generation.database.action=drop-and-create
            nounit     | No persistence unit of the application includes the outbox
            channels   | The channel 'orders' belongs to the outbox, and the application uses it too: @Channel at
            channels   | 'nowhere', which has no connector: set 'mp.messaging.outgoing.nowhere.connector'
            """)
    void isRefusedWithASentenceThatNamesTheCure(String context, String sentence) {
        assertThat(server.status(context)).isEqualTo(404);
        assertThat(server.log()).contains(sentence);
    }

    /** Before the outbox is asked; the README says what these sentences mean. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            local      | [outbox/em] in module [local] resolves to a persistence unit called [of-sound] which is of type RESOURCE_LOCAL
            twounits   | [outbox/em] in the scope of the module called [twounits]
            unmapped   | [outbox/em] in the scope of the module called [unmapped]
            """)
    void isRefusedByPayaraItself(String context, String sentence) {
        assertThat(server.status(context)).isEqualTo(404);
        assertThat(server.log()).contains(sentence);
    }

    @Test
    void anUnknownKeyIsToldWithTheNearestOne() {
        assertThat(server.log())
                .contains("OUTBOX-110 The configuration key 'outbox.shard' is unknown")
                .contains("did you mean 'outbox.shards'?");
    }

    /** The provider works before CDI starts: the refusal says it at the first deployment, but comes too late for it. */
    @Test
    void payaraLetsTheProviderReplaceTheTablesBeforeAnythingElseOfTheApplicationRuns() throws SQLException {
        try (Connection connection = postgres.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT to_regclass('generated.outbox_event_claim')")) {
            row.next();
            assertThat(row.getString(1)).isNull();
        }
    }

    private static void add(String context, TestWar war) {
        APPLICATIONS.put(context, war.build().addAsWebResource(new StringAsset("up"), "index.html"));
    }

    private static TestWar capture(String units) {
        return new TestWar().capture().persistence(persistence(units));
    }

    private static TestWar outbox(String schema) {
        return new TestWar().outbox().persistence(persistence(unit(schema, MAPPING)));
    }

    private static String persistence(String units) {
        return "<persistence xmlns='https://jakarta.ee/xml/ns/persistence' version='3.0'>" + units + "</persistence>";
    }

    private static String unit(String schema, String content) {
        return "<persistence-unit name='of-" + schema + "'><jta-data-source>jdbc/" + schema + "</jta-data-source>"
                + content + "</persistence-unit>";
    }
}
