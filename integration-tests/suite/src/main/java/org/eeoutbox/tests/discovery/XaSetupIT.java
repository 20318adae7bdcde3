package org.eeoutbox.tests.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eeoutbox.tests.discovery.PersistenceSetups.outboxUnit;
import static org.eeoutbox.tests.discovery.PersistenceSetups.reference;
import static org.eeoutbox.tests.discovery.PersistenceSetups.unit;

import java.net.URL;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.eeoutbox.tests.Lab;
import org.eeoutbox.tests.Page;
import org.eeoutbox.tests.Server;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways to write data on an XA data source with two persistence units; all other tests use one without XA. */
@ArquillianTest
@RunAsClient
class XaSetupIT {

    @ArquillianResource
    URL application;

    @Deployment(testable = false)
    static WebArchive war() {
        String source = Server.current().xa();
        return PersistenceSetups.war(source, outboxUnit("main", source) + unit("other", source), reference("main"))
                .config("outbox.schema", "create")
                .build();
    }

    @BeforeAll
    static void createTable() throws SQLException {
        try (Connection connection = Lab.database().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(PersistenceSetups.TABLE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"managed", "application", "extended", "jdbc", "jooq"})
    void anEventSharesTheFateOfTheData(String how) {
        assertThat(Page.read(application, "setup?how=" + how)).isEqualTo("things 1, events 1");
        assertThat(Page.read(application, "setup?fail=true&how=" + how)).isEqualTo("things 0, events 0");
    }
}
