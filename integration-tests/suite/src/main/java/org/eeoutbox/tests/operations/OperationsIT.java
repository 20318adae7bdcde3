package org.eeoutbox.tests.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The operations of an application whose users log in. */
@ArquillianTest
@RunAsClient
class OperationsIT {

    private static final String NOBODY = "";

    @ArquillianResource
    URL application;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Under a name of its own: Open Liberty would refuse callers of the next application of the same name (403). */
    @Deployment(testable = false)
    static WebArchive war() {
        return ShrinkWrap.create(WebArchive.class, "operations.war")
                .merge(new TestWar()
                        .capture()
                        .classes(Users.class, OperateServlet.class, ChannelAtStart.class)
                        .unit(Server.current().dataSource())
                        .config("outbox.schema", "create")
                        .build());
    }

    @Test
    void everyOperationIsRefusedWithoutTheRole() throws IOException, InterruptedException {
        for (String caller : new String[] {NOBODY, Users.OTHER}) {
            assertThat(ask(caller, "everything")).isEqualTo("13 of 13 refused by [OutboxRoleRequiredException]");
            assertThat(ask(caller, "pause"))
                    .isEqualTo("OutboxRoleRequiredException: Operations on the outbox need the role 'outbox-operator',"
                            + " which the caller does not have. Give it to the caller.");
        }
    }

    @Test
    void anOperatorIsNamedInTheAuditAndDoesNotDependOnTheTransactionAround() throws IOException, InterruptedException {
        assertThat(ask(Users.OPERATOR, "pauseThenRollBack")).isEqualTo("The channel 'orders' is paused now.");
        assertThat(ask(Users.OPERATOR, "audit")).isEqualTo("olga pause 1");
        assertThat(ask(Users.OPERATOR, "everything"))
                .as("a replay needs a time")
                .isEqualTo("1 of 13 refused by [OutboxOperationException]");
        assertThat(ask(Users.OPERATOR, "audit")).isEqualTo("olga resume 0");
    }

    private String ask(String caller, String what) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(application + "operate?what=" + what));
        if (!caller.equals(NOBODY)) {
            byte[] login = (caller + ":" + Users.PASSWORD).getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
        }
        return http.send(request.build(), BodyHandlers.ofString()).body();
    }
}
