package org.eeoutbox.tests.discovery;

import jakarta.annotation.Resource;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceUnit;
import jakarta.servlet.ServletException;
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
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.eeoutbox.OutboxException;
import org.eeoutbox.spi.OutboxStore;
import org.eeoutbox.spi.OutboxStore.Claim;
import org.eeoutbox.spi.Rejections;
import org.eeoutbox.spi.ShardId;
import org.eeoutbox.tests.discovery.Events.OfRecord;

/** Writes a thing and fires an event in one of many ways, and tells what the database holds of both. */
@WebServlet("/setup")
public class SetupServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @PersistenceContext(unitName = "main")
    transient EntityManager em;

    @PersistenceUnit(unitName = "main")
    transient EntityManagerFactory factory;

    @Inject
    transient Event<OfRecord> events;

    @Inject
    transient OutboxStore store;

    @Inject
    transient Rejections rejections;

    @Resource
    transient UserTransaction transaction;

    @Resource(lookup = "java:comp/env/jdbc/outbox-test")
    transient DataSource dataSource;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        String id = UUID.randomUUID().toString();
        try {
            String answer =
                    switch (request.getParameter("how")) {
                        case "relay" -> relay();
                        case "rejected" -> rejected(id);
                        default -> {
                            transact(request, id);
                            yield "things " + count("thing", "id", id) + ", events "
                                    + count("outbox_event", "aggregateid", id);
                        }
                    };
            response.getWriter().print(answer);
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    private void transact(HttpServletRequest request, String id) throws Exception {
        transaction.begin();
        try {
            write(request.getParameter("how"), id);
            if (request.getParameter("fail") == null) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        } catch (RuntimeException | SQLException | NamingException e) {
            transaction.rollback();
            throw e;
        }
    }

    private void write(String how, String id) throws SQLException, NamingException {
        switch (how) {
            case "managed" -> {
                em.persist(new Thing(id));
                events.fire(new OfRecord(id));
            }
            case "application" -> {
                EntityManager own = factory.createEntityManager();
                own.joinTransaction();
                own.persist(new Thing(id));
                events.fire(new OfRecord(id));
            }
            case "jdbc" -> {
                insert(id);
                events.fire(new OfRecord(id));
            }
            case "jooq" -> {
                Jooq.insert(dataSource, id);
                events.fire(new OfRecord(id));
            }
            case "extended" -> {
                ExtendedBean extended = InitialContext.doLookup("java:module/ExtendedBean");
                extended.begin(id);
                extended.fire(id);
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    /** What a relay does, as far as the data source is concerned: all that is pending leaves. */
    private String relay() {
        Set<String> channels = Set.of("outbox");
        store.open(channels);
        int settled = 0;
        for (ShardId shard : store.pending(channels)) {
            try (Claim claim = store.claim(shard, new OutboxStore.Limits(100, 1 << 20, Duration.ofSeconds(5)))
                    .orElseThrow()) {
                settled += claim.settle(OutboxStore.Outcome.published(claim.events()));
            }
        }
        return (settled > 0) + " " + store.pending(channels).isEmpty();
    }

    private String rejected(String id) {
        long before = rejections.count(Rejections.Reason.TRANSACTION);
        try {
            events.fire(new OfRecord(id));
            return "accepted";
        } catch (OutboxException e) {
            return "counted " + (rejections.count(Rejections.Reason.TRANSACTION) - before);
        }
    }

    private void insert(String id) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO thing (id) VALUES (?)")) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
    }

    private int count(String table, String column, String id) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT count(*) FROM " + table + " WHERE " + column + " = ?")) {
            query.setString(1, id);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }
}
