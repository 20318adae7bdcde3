package org.eeoutbox.tests.discovery;

import jakarta.annotation.Resource;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.enterprise.util.TypeLiteral;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.eeoutbox.tests.discovery.Events.Derived;
import org.eeoutbox.tests.discovery.Events.Loud;
import org.eeoutbox.tests.discovery.Events.OfClass;
import org.eeoutbox.tests.discovery.Events.OfGeneric;
import org.eeoutbox.tests.discovery.Events.OfOthers;
import org.eeoutbox.tests.discovery.Events.OfRecord;
import org.eeoutbox.tests.discovery.Events.OfSealed;
import org.eeoutbox.tests.discovery.Events.Sealed;
import org.eeoutbox.tests.discovery.Events.Unmarked;

/** Fires one event of every form in every way, and answers with what the table then holds, in order of position. */
@WebServlet("/fire")
public class FireServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    transient Event<OfRecord> records;

    @Inject
    transient Event<OfClass> classes;

    @Inject
    transient Event<Sealed> sealed;

    @Inject
    transient Event<OfGeneric<String>> generics;

    @Inject
    @Any
    transient Event<Object> anything;

    @Inject
    transient BeanManager beans;

    @Inject
    transient Instance<LibraryBean> library;

    @Resource
    transient UserTransaction transaction;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    transient DataSource dataSource;

    private static final class LoudLiteral extends AnnotationLiteral<Loud> implements Loud {
        private static final long serialVersionUID = 1L;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String id = request.getParameter("id") == null ? UUID.randomUUID().toString() : request.getParameter("id");
        List<String> answer = new ArrayList<>();
        if (request.getParameter("id") == null) {
            fireAll(answer, id);
        }
        answer.add(String.join(" ", rows(id)));
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().print(String.join("\n", answer));
    }

    private void fireAll(List<String> answer, String id) {
        attempt(answer, "record", () -> records.fire(new OfRecord(id)));
        attempt(answer, "class", () -> classes.fire(new OfClass(id)));
        attempt(answer, "derived", () -> classes.fire(new Derived(id)));
        attempt(answer, "unmarked", () -> classes.fire(new Unmarked(id)));
        attempt(answer, "sealed", () -> sealed.fire(new OfSealed(id)));
        attempt(answer, "generic", () -> generics.fire(new OfGeneric<>(id, "text")));
        attempt(
                answer,
                "generic selected",
                () -> anything.select(new TypeLiteral<OfGeneric<Long>>() {}).fire(new OfGeneric<>(id, 1L)));
        attempt(answer, "qualified", () -> records.select(new LoudLiteral()).fire(new OfRecord(id)));
        attempt(answer, "object selected", () -> anything.select(OfRecord.class).fire(new OfRecord(id)));
        attempt(answer, "object", () -> anything.fire(new OfRecord(id)));
        attempt(answer, "manager", () -> beans.getEvent().fire(new OfRecord(id)));
        if (library != null && library.isResolvable()) {
            attempt(answer, "library", () -> library.get().fire(id));
        }
        attempt(answer, "mapped", () -> anything.fire(new OfOthers(id)));
    }

    private void attempt(List<String> answer, String what, Runnable fire) {
        try {
            transaction.begin();
            fire.run();
            transaction.commit();
        } catch (Exception e) {
            answer.add(what + ": " + e);
            try {
                transaction.rollback();
            } catch (Exception ended) {
                e.addSuppressed(ended);
            }
        }
    }

    private List<String> rows(String id) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT type FROM outbox_event WHERE aggregateid = ? ORDER BY position")) {
            query.setString(1, id);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.add(row.getString(1));
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
