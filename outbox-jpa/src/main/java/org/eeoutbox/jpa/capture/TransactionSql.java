package org.eeoutbox.jpa.capture;

import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Query;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** SQL on the connection on which an EntityManager takes part in the transaction. Nothing here flushes. */
public interface TransactionSql {

    /**
     * Runs a statement that returns rows.
     *
     * @param sql the text
     * @param parameters its parameters, none of them null
     * @return all rows, by their columns
     * @throws PersistenceException if the database fails
     */
    List<Object[]> query(String sql, Object... parameters);

    /**
     * Runs a statement that returns none.
     *
     * @param sql the text
     * @param parameters its parameters, none of them null
     * @throws PersistenceException if the database fails
     */
    void update(String sql, Object... parameters);

    /**
     * The fastest way before the provider's own flush. A native query costs EclipseLink as much again as the statement
     * does, and the square of its parameters; its connection can be had. Hibernate gives none away without its own API.
     *
     * @param em in an active transaction whose completion has not come to the provider's flush
     * @return for use within that transaction
     */
    static TransactionSql early(EntityManager em) {
        return em.getDelegate().getClass().getName().startsWith("org.eclipse.persistence.")
                ? new ByConnection(em.unwrap(Connection.class))
                : new ByNativeQuery(em);
    }

    /**
     * The way that is open at any time.
     *
     * @param em in a transaction
     * @return for use within that transaction
     */
    static TransactionSql late(EntityManager em) {
        return new ByNativeQuery(em);
    }

    /**
     * The connection remains the provider's, which closes it.
     *
     * @param connection that of the transaction
     */
    record ByConnection(Connection connection) implements TransactionSql {

        @Override
        public List<Object[]> query(String sql, Object... parameters) {
            try (PreparedStatement statement = prepare(sql, parameters);
                    ResultSet row = statement.executeQuery()) {
                int columns = row.getMetaData().getColumnCount();
                List<Object[]> rows = new ArrayList<>();
                while (row.next()) {
                    Object[] values = new Object[columns];
                    for (int i = 0; i < columns; i++) {
                        values[i] = row.getObject(i + 1);
                    }
                    rows.add(values);
                }
                return rows;
            } catch (SQLException e) {
                throw new PersistenceException(e);
            }
        }

        @Override
        public void update(String sql, Object... parameters) {
            try (PreparedStatement statement = prepare(sql, parameters)) {
                statement.executeUpdate();
            } catch (SQLException e) {
                throw new PersistenceException(e);
            }
        }

        private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
            PreparedStatement statement = connection.prepareStatement(sql);
            try {
                for (int i = 0; i < parameters.length; i++) {
                    statement.setObject(i + 1, parameters[i]);
                }
                return statement;
            } catch (SQLException | RuntimeException e) {
                statement.close();
                throw e;
            }
        }
    }

    /**
     * The hint keeps Hibernate from dropping its whole second-level cache, as it does for native statements whose tables
     * it does not know; other providers ignore it.
     *
     * @param em in a transaction
     */
    record ByNativeQuery(EntityManager em) implements TransactionSql {

        @Override
        public List<Object[]> query(String sql, Object... parameters) {
            List<Object[]> rows = new ArrayList<>();
            for (Object row : prepare(sql, parameters).getResultList()) {
                rows.add(row instanceof Object[] columns ? columns : new Object[] {row});
            }
            return rows;
        }

        @Override
        public void update(String sql, Object... parameters) {
            prepare(sql, parameters).executeUpdate();
        }

        private Query prepare(String sql, Object... parameters) {
            Query query = em.createNativeQuery(sql)
                    .setFlushMode(FlushModeType.COMMIT)
                    .setHint("org.hibernate.query.native.spaces", "outbox_event,outbox_aggregate,outbox_inbox");
            for (int i = 0; i < parameters.length; i++) {
                query.setParameter(i + 1, parameters[i]);
            }
            return query;
        }
    }
}
