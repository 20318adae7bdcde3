package org.eeoutbox.tests.callback;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.Resource;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.eeoutbox.OutboxTransactionRequiredException;
import org.eeoutbox.tests.Server;
import org.eeoutbox.tests.TestWar;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events from places where few would expect them: each is captured once, or refused aloud. */
@ArquillianTest
class CallbackIT {

    enum FlushTime {
        EXPLICIT,
        AT_COMMIT
    }

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    DataSource dataSource;

    @Inject
    UserTransaction userTransaction;

    @Inject
    ByInterceptor interceptor;

    @Inject
    ByContainer container;

    @Inject
    ByBean bean;

    @Inject
    Nesting nesting;

    @Inject
    Event<WidgetTouched> touched;

    @Deployment
    static WebArchive war() {
        return new TestWar()
                .outbox()
                .classes(Callback.class, Widget.class, WidgetTouched.class, Demarcation.class, Nesting.class)
                .classes(ByInterceptor.class, ByContainer.class, ByBean.class)
                .unit(Server.current().dataSource())
                .config("outbox.schema", "create")
                .config("outbox.relay", "off")
                .build();
    }

    @BeforeEach
    void emptyTables() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS widget (id varchar(40) PRIMARY KEY, name text)");
            statement.execute("TRUNCATE widget, outbox_event, outbox_aggregate");
        }
    }

    @AfterEach
    void disarm() {
        Widget.arm(null);
        interceptor.em().getEntityManagerFactory().getCache().evictAll();
    }

    /** One method for all cases: the container would run a parameterised one as a whole for each parameter. */
    @Test
    void anEventFiredFromAnEntitysCallbackIsCapturedOnce() throws Exception {
        for (Callback callback : Callback.values()) {
            for (FlushTime flush : FlushTime.values()) {
                for (Demarcation demarcation : Demarcation.values()) {
                    disarm();
                    emptyTables();
                    fireFrom(callback, flush, demarcation);
                    assertThat(Widget.firings).as("firings from %s", callback).isPositive();
                    assertThat(captured())
                            .as("captured from %s, flushed %s, %s", callback, flush, demarcation)
                            .isEqualTo(Collections.nCopies(
                                    Widget.firings, "{\"from\":\"" + callback + "\",\"widget\":\"w1\"}"));
                }
            }
        }
    }

    private void fireFrom(Callback callback, FlushTime flush, Demarcation demarcation) throws Exception {
        if (callback != Callback.PRE_PERSIST && callback != Callback.POST_PERSIST) {
            run(demarcation, () -> interceptor.em().persist(new Widget("w1")));
            interceptor.em().getEntityManagerFactory().getCache().evictAll();
        }
        Widget.arm(callback);
        run(demarcation, () -> {
            act(callback);
            if (flush == FlushTime.EXPLICIT) {
                interceptor.em().flush();
            }
        });
    }

    private void act(Callback callback) {
        switch (callback) {
            case PRE_PERSIST, POST_PERSIST -> interceptor.em().persist(new Widget("w1"));
            case PRE_UPDATE, POST_UPDATE ->
                interceptor.em().find(Widget.class, "w1").rename("renamed");
            case PRE_REMOVE, POST_REMOVE ->
                interceptor.em().remove(interceptor.em().find(Widget.class, "w1"));
            case POST_LOAD -> interceptor.em().find(Widget.class, "w1");
        }
    }

    private void run(Demarcation demarcation, Runnable work) throws Exception {
        switch (demarcation) {
            case TRANSACTIONAL -> interceptor.run(work);
            case CONTAINER_MANAGED -> container.run(work);
            case BEAN_MANAGED -> bean.run(work);
            case USER_TRANSACTION -> Demarcation.inTransaction(userTransaction, work);
        }
    }

    @Test
    void eventsFiredByObserversOfEventsAreCapturedOnceEach() throws Exception {
        interceptor.run(() -> touched.fire(new WidgetTouched("w1", "nest 3")));
        assertThat(captured())
                .extracting(payload -> payload.replaceAll(".*from\":\"([^\"]*)\".*", "$1"))
                .containsExactlyInAnyOrder("nest 3", "nest 2", "nest 1", "nest 0", "innermost");
    }

    @Test
    void anEventFiredAfterTheCommitIsRefused() throws Exception {
        interceptor.run(() -> touched.fire(new WidgetTouched("w1", "late")));
        assertThat(captured()).hasSize(1);
        assertThat(nesting.refusal())
                .isInstanceOf(OutboxTransactionRequiredException.class)
                .hasMessageContaining("widget.touched");
    }

    private List<String> captured() throws SQLException {
        List<String> payloads = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT payload FROM outbox_event ORDER BY position")) {
            while (row.next()) {
                payloads.add(new String(row.getBytes(1), StandardCharsets.UTF_8));
            }
        }
        return payloads;
    }
}
