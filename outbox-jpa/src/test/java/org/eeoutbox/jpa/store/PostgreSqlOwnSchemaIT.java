package org.eeoutbox.jpa.store;

/** The same with tables that have their names from the script, in a schema that is not the connection's. */
class PostgreSqlOwnSchemaIT extends PostgreSqlOutboxStoreIT {

    @Override
    TableNames names() {
        return new TableNames("Sales", "outbox_");
    }
}
