package org.eeoutbox.tests.operations;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import javax.sql.DataSource;
import org.eeoutbox.OutboxException;
import org.eeoutbox.operations.AggregateKey;
import org.eeoutbox.operations.EventCriteria;
import org.eeoutbox.operations.EventState;
import org.eeoutbox.operations.Intent;
import org.eeoutbox.operations.OutboxOperations;
import org.eeoutbox.operations.Repair;

/** An operations page of an application: does what it is asked to, and tells what came of it. */
@WebServlet("/operate")
public class OperateServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final Intent WHY = Intent.because("ticket 17");
    private static final UUID ID = UUID.fromString("019aa000-0000-7000-8000-000000000001");
    private static final AggregateKey AGGREGATE = new AggregateKey("orders", "order", "1");

    @Inject
    transient OutboxOperations operations;

    @Resource
    transient UserTransaction transaction;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    transient DataSource dataSource;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        try {
            response.getWriter().print(answer(request.getParameter("what")));
        } catch (OutboxException e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    private String answer(String what) throws Exception {
        return switch (what) {
            case "everything" -> everything();
            case "pause" -> operations.pause("orders", WHY).explanation();
            case "pauseThenRollBack" -> pauseThenRollBack();
            case "audit" -> audit();
            default -> throw new IllegalArgumentException(what);
        };
    }

    /** Every operation; how many of them were refused. */
    private String everything() {
        EventCriteria quarantined = EventCriteria.in(EventState.QUARANTINED);
        List<Runnable> all = List.of(
                () -> operations.find(quarantined, 1, Optional.empty()),
                () -> operations.show(ID),
                () -> operations.content(ID),
                () -> operations.repair(ID, Repair.tombstone(), WHY),
                () -> operations.republish(ID, WHY),
                () -> operations.discard(ID, WHY),
                () -> operations.release(AGGREGATE, WHY),
                () -> operations.skip(AGGREGATE, WHY),
                () -> operations.republish(quarantined, WHY, soFar -> {}),
                () -> operations.discard(quarantined, WHY, soFar -> {}),
                () -> operations.replay(EventCriteria.in(EventState.PUBLISHED), WHY, soFar -> {}),
                () -> operations.pause("orders", WHY),
                () -> operations.resume("orders", WHY));
        List<String> refusals = new ArrayList<>();
        for (Runnable operation : all) {
            try {
                operation.run();
            } catch (OutboxException e) {
                refusals.add(e.getClass().getSimpleName());
            }
        }
        return refusals.size() + " of " + all.size() + " refused by " + List.copyOf(new TreeSet<>(refusals));
    }

    private String pauseThenRollBack() throws Exception {
        transaction.begin();
        try {
            return operations.pause("orders", WHY).explanation();
        } finally {
            transaction.rollback();
        }
    }

    private String audit() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT actor, action, (SELECT COUNT(*) FROM outbox_channel"
                        + " WHERE paused_since IS NOT NULL) FROM outbox_audit ORDER BY at DESC LIMIT 1")) {
            return row.next() ? row.getString(1) + " " + row.getString(2) + " " + row.getInt(3) : "nothing";
        }
    }
}
