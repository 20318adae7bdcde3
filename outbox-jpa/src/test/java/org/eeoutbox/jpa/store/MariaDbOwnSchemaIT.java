package org.eeoutbox.jpa.store;

/** The same with tables that have their names from the script, in a schema that is not the connection's. */
class MariaDbOwnSchemaIT extends MariaDbOutboxStoreIT {

    @Override
    TableNames names() {
        return new TableNames("Sales", "outbox_");
    }
}
