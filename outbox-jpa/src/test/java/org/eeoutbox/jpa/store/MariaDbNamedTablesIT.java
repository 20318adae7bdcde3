package org.eeoutbox.jpa.store;

/** The same with names that have to be quoted: a reserved word, upper case, a blank, a dot, another script. */
class MariaDbNamedTablesIT extends MariaDbOutboxStoreIT {

    @Override
    TableNames names() {
        return new TableNames("Order", "Select é. ");
    }
}
