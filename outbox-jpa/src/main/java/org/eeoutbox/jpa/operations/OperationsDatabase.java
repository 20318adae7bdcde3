package org.eeoutbox.jpa.operations;

import static java.util.Objects.requireNonNull;

import javax.sql.DataSource;
import org.eeoutbox.jpa.store.Schema;
import org.eeoutbox.operations.OutboxOperations;

/**
 * The database that operators work on. Asks for no role: whoever has the data source may do everything. Safe for use by
 * several threads.
 */
public final class OperationsDatabase {

    private final Transactions transactions;
    private final Schema schema;

    /**
     * A database that has not been touched yet.
     *
     * @param dataSource where the tables are; its connections must allow local transactions
     * @param schema the check that they are there, made before the first operation
     */
    public OperationsDatabase(DataSource dataSource, Schema schema) {
        this.transactions = new Transactions(dataSource, schema);
        this.schema = schema;
    }

    /**
     * The operations of one operator. Must be used outside any JTA transaction.
     *
     * @param actor who it is, for {@code outbox_audit}
     * @return operations that check no role
     * @throws org.eeoutbox.OutboxConfigurationException if the tables are not there or do not fit
     */
    public OutboxOperations as(String actor) {
        schema.dialect();
        return new JdbcOperations(transactions, new Audit(requireNonNull(actor, "actor")));
    }
}
